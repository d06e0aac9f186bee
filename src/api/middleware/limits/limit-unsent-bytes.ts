/**
 * Limits the bytes of the bodies that are being sent: a body stays in memory until its client has read it, however
 * slowly. While they reach the limit, or those of one merchant half of it, requests get a 503 before their reads. A
 * body that several responses share, as those of a cached page do, counts once: Node sends a buffer without copying it,
 * and the kernel limits its own copies for each connection.
 */
import type { RequestHandler } from 'express';
import { contextOf, scopeOf } from '../../../http/context.ts';
import { Overloaded } from '../../../runtime/problems.ts';

/**
 * Throws the Problem `overloaded`, and lets routes count their bodies. A body may begin while there is room, whatever
 * its size: so a single body can exceed the limit, and none is too large to be sent. `onChange` gets the bytes of all.
 */
export function limitUnsentBytes(maxBytes: number, onChange: (bytes: number) => void): RequestHandler {
  const byTenant = new Map<string, number>();
  /** How many responses send each body. */
  const senders = new Map<Buffer, number>();
  let total = 0;

  function requireRoom(tenant: string): void {
    if (total < maxBytes && (byTenant.get(tenant) ?? 0) < maxBytes / 2) return;
    throw new Overloaded('unsent bytes');
  }

  function add(tenant: string, bytes: number): void {
    total += bytes;
    onChange(total);
    const ofTenant = (byTenant.get(tenant) ?? 0) + bytes;
    if (ofTenant > 0) byTenant.set(tenant, ofTenant);
    else byTenant.delete(tenant);
  }

  return (_request, response, next) => {
    const tenant = scopeOf(response).merchantId;
    requireRoom(tenant);
    contextOf(response).countUnsent = (body) => {
      if (response.destroyed) return;
      const others = senders.get(body) ?? 0;
      if (others === 0) {
        requireRoom(tenant);
        add(tenant, body.length);
      }
      senders.set(body, others + 1);
      response.once('close', () => {
        const left = (senders.get(body) ?? 0) - 1;
        if (left > 0) senders.set(body, left);
        else if (senders.delete(body)) add(tenant, -body.length);
      });
    };
    next();
  };
}
