/** Clients may have half of the files of a process open. The other half is for its connections to the engines. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../../support/eventually.ts';
import { apiAt } from '../../support/requests.ts';

const LIMIT = 100;
const module = new URL('../../../dist/src/http/server/server.js', import.meta.url).href;
/** A server whose responses say how many connections it has refused. It ends with its standard input. */
const program = `
  import { listen } from '${module}';
  let refused = 0;
  const onRefused = () => { refused += 1; };
  const { port } = await listen((_request, response) => response.end(String(refused)), '127.0.0.1', 0, { onRefused });
  process.stdin.resume().on('end', () => process.exit());
  console.log(port);`;

// Only Linux tells a process its limit in a file.
const linuxTest = process.platform === 'linux' ? test : test.skip;

linuxTest('idle clients do not use up the files that a process may have open', async () => {
  const line = ['-c', `ulimit -n ${LIMIT}; exec "$@"`, 'sh', process.execPath, '--input-type=module', '-e', program];
  const server = spawn('/bin/sh', line, { stdio: ['pipe', 'pipe', 'inherit'] });
  const sockets: Socket[] = [];
  try {
    const [port] = (await once(server.stdout, 'data')).map(Number) as [number];
    // Keeps its connection, which is the first one.
    const { request } = apiAt(port);
    expect((await request('/')).text).toBe('0');
    for (let count = 1; count < LIMIT; count += 1)
      sockets.push(connect(port, '127.0.0.1').on('error', () => undefined));
    await eventually(
      async () => (await request('/')).text,
      (refused) => refused === String(LIMIT / 2),
    );
  } finally {
    for (const socket of sockets) socket.destroy();
    server.stdin.end();
    await once(server, 'close');
  }
});
