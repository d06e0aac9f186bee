/** Helmet's headers, made once: its dozen of handlers would cost each request as much as its log line. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Step } from './step.ts';

export function securityHeaders(): Step {
  const headers: [string, string][] = [];
  const recorder = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  // Its handlers end at once and look at neither of the two: what they set is the same for every request.
  helmet()({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return (_request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}
