/** Problem responses (RFC 9457) of the storefront's own server. */
import type { Response } from 'express';

export function sendProblem(response: Response, status: number, title: string): void {
  response.status(status).type('application/problem+json');
  response.send(JSON.stringify({ type: 'about:blank', title, status }));
}
