/** Measures cached pages against bare servers that send the same bytes. */
import type { Run } from '../environment/run.ts';
import { type Service, startServer } from '../environment/service.ts';
import { openClient } from '../load/client.ts';
import { inRotation, type Load, type Pair, type Request } from '../load/load.ts';
import { compareThroughput, type MeasuringOptions, throughputFigure } from '../load/throughput.ts';
import { type Figure, figureOf } from '../report/figures.ts';
import { type Endpoint, firstPaths, PER_PAGE, pageRequest, pagesLoad } from './pages.ts';

const MIN_RATIOS = { node: 0.4, express: 0.75, notModified: 0.5 };
/** Browsers accept compression; other clients may not. */
const ENCODINGS = { compressed: 'br', plain: 'identity' };
const NAMES = { node: 'node:http, same bytes', express: 'Express, same bytes' };

interface FloorServer extends Endpoint {
  readonly processId: number;
}

export async function measureCached(run: Run, service: Service, options: MeasuringOptions): Promise<Figure[]> {
  const paths = firstPaths(service);
  const floors = { node: await startFloor(run, service, 'node'), express: await startFloor(run, service, 'express') };
  const figures: Figure[] = [];

  async function measure(pair: Pair, floor: FloorServer, least: number): Promise<void> {
    const { API = 0 } = service.processIds;
    const throughput = await compareThroughput(run, pair, options, { API, floor: floor.processId });
    figures.push(throughputFigure(pair, throughput, options, least));
    const { cpuMs } = throughput;
    const [measured, reference] = [cpuMs.measured.API, cpuMs.reference.floor];
    if (measured === undefined || reference === undefined) return;
    const against = pair.reference.name;
    figures.push(figureOf({ what: `${pair.what}, CPU time`, unit: 'ms', against, rounds: [{ measured, reference }] }));
  }

  for (const [form, encoding] of Object.entries(ENCODINGS)) {
    for (const framework of ['node', 'express'] as const) {
      const what = `cached page of ${PER_PAGE} products, ${form}`;
      const measured = pagesLoad(service, 'service', paths, encoding);
      const reference = pagesLoad(floors[framework], NAMES[framework], paths, encoding);
      await measure({ what, measured, reference }, floors[framework], MIN_RATIOS[framework]);
    }
  }
  const tagged = await withEtags(service, paths);
  const reference = { ...notModified(floors.express, tagged), name: 'Express, empty 304' };
  const pair = { what: 'cached page, not modified (304)', measured: notModified(service, tagged), reference };
  await measure(pair, floors.express, MIN_RATIOS.notModified);
  return figures;
}

async function startFloor(
  run: Run,
  { url, authorization }: Service,
  framework: keyof typeof NAMES,
): Promise<FloorServer> {
  const variables = { ORIGIN: url, AUTHORIZATION: authorization, FRAMEWORK: framework, NODE_ENV: 'production' };
  return { authorization, ...(await startServer(run, 'bench/floors/same-bytes.js', variables)) };
}

/** Resolves to a request for each path with its current ETag, as a client with a cache sends it. */
async function withEtags(service: Service, paths: readonly string[]): Promise<Request[]> {
  const client = openClient(service.url);
  try {
    const tagged: Request[] = [];
    for (const path of paths) {
      const request = pageRequest(service, path);
      const { headers } = await client.send(request);
      tagged.push({ ...request, headers: { ...request.headers, 'if-none-match': headers.etag ?? '' } });
    }
    return tagged;
  } finally {
    client.close();
  }
}

const notModified = ({ url }: { readonly url: string }, requests: readonly Request[]): Load => ({
  name: 'service',
  url,
  requests: inRotation(requests),
  expectedStatus: 304,
});
