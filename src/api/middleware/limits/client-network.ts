/** The network of a client's address, by which limits count. */
import { isIPv6 } from 'node:net';

/** Some proxies add the client's port to `X-Forwarded-For`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]*)\])(?::\d+)?$/;

/**
 * Returns an IPv4 address as it is, and the first 64 bits of an IPv6 address: a client that has one address there has
 * all of them.
 */
export function networkOf(given = ''): string {
  const [, v4, v6] = WITH_PORT.exec(given) ?? [];
  const address = v4 ?? v6 ?? given;
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length;
    groups.push(...Array.from({ length: 8 - groups.length - after }, () => '0'));
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
