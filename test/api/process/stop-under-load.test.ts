/**
 * SIGTERM under load loses no request: each one gets its response, each connection gets Connection: close, and the
 * process exits with 0.
 */
import { Agent, request } from 'node:http';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';

const CLIENTS = 40;
const DRAIN_MS = 1000;

interface Client {
  responses: number;
  /** When it sent its last request. */
  sentMs: number;
  /** The outcome of the last request: `Connection: close`, or what went wrong. */
  readonly end: Promise<string>;
}

/** Requests page after page on one keep-alive connection, until a response has Connection: close. */
function startClient(api: Api, token: string, number: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (page: number) =>
    new Promise<string>((resolve) => {
      const url = `${api.url}/v1/products?perPage=100&page=${page}`;
      const outgoing = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
        response.resume();
        response.on('error', (error) => resolve(`cut off: ${error.message}`));
        response.on('end', () => {
          if (response.statusCode !== 200) resolve(`answered ${response.statusCode}`);
          else resolve(response.headers.connection === 'close' ? 'Connection: close' : 'open');
        });
      });
      outgoing.on('error', (error) => resolve(`lost: ${error.message}`));
      outgoing.end();
    });
  const run = async () => {
    for (let page = 1; ; page += 1) {
      client.sentMs = performance.now();
      const outcome = await send((page % 7) + 1 + number);
      if (outcome === 'open' || outcome === 'Connection: close') client.responses += 1;
      if (outcome !== 'open') {
        agent.destroy();
        return outcome;
      }
    }
  };
  const client = { responses: 0, sentMs: 0, end: Promise.resolve('') };
  client.end = run();
  return client;
}

/** Stops an API while forty clients send requests. `sendMs`: how long after SIGTERM the last one was sent. */
async function stopUnderLoad(service: TestService, token: string) {
  const api = await service.startApiProcess({
    PAGE_CACHE_BYTES: '0',
    CONCURRENT_READS: '200',
    STOP_DRAIN_MS: String(DRAIN_MS),
  });
  const clients = Array.from({ length: CLIENTS }, (_client, number) => startClient(api, token, number));
  // Every connection is in use, beyond its first request.
  await eventually(
    async () => clients.every(({ responses }) => responses > 1),
    (all) => all,
  );
  const stopMs = performance.now();
  const code = await api.process.end('SIGTERM');
  const ends = new Set(await Promise.all(clients.map(({ end }) => end)));
  return { code, ends, sendMs: Math.max(...clients.map(({ sentMs }) => sentMs)) - stopMs };
}

test('forty clients on keep-alive connections: every request gets a response, every connection Connection: close', async () => {
  const service = await createService({ withIndexes: false });
  try {
    const products = Array.from({ length: 300 }, (_product, index) => product(`p${index}`, 'one'));
    await insert(service.catalogue, { ...shop('one'), products });
    const token = await service.token('one');
    // Repeated if this process was too slow: the API accepts requests for `STOP_DRAIN_MS` after SIGTERM.
    const { code, ends } = await eventually(
      () => stopUnderLoad(service, token),
      ({ sendMs }) => sendMs < DRAIN_MS / 2,
    );
    expect(ends).toEqual(new Set(['Connection: close']));
    expect(code).toBe(0);
  } finally {
    await service.stop();
  }
});
