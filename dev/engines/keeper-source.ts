/**
 * The program of the keeper, the small process that owns what `startEngines` started.
 *
 * It is text, given to `node -e`, because it must run the same from the sources (where Node 20 cannot run TypeScript) and
 * from the build. It promises: once the process that started it is gone, however it went, the engines, containers
 * and temporary folders entrusted to it go too. It is told so by the end of the channel between the two, which the
 * system closes even after kill -9.
 */
export const keeperSource = `
'use strict';
const { spawn } = require('node:child_process');
const { closeSync, openSync, rmSync } = require('node:fs');

const graceMs = 15_000;
const programs = new Map();
let duty = {};
let ending;

const tell = (message) => { if (process.connected) process.send(message, () => {}); };

function start({ name, program, parameters, environment, folder, log }) {
  const output = openSync(log, 'w', 0o600);
  const child = spawn(program, parameters, { cwd: folder, env: environment, stdio: ['ignore', output, output] });
  closeSync(output);
  child.on('spawn', () => tell({ name, started: child.pid }));
  child.on('error', (error) => tell({ name, ended: error.message }));
  const ended = new Promise((resolve) => child.on('close', resolve));
  programs.set(child, ended);
  child.on('exit', (code, signal) => {
    programs.delete(child);
    tell({ name, ended: signal ? 'ended by ' + signal : 'ended with code ' + code });
  });
}

async function stop(child, ended) {
  // A program whose data is kept is asked first; where the data goes anyway there is nothing to save.
  child.kill(duty.keepsData ? 'SIGTERM' : 'SIGKILL');
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(timer);
}

async function removeContainers({ label, library }) {
  const { getContainerRuntimeClient } = require(library);
  const { dockerode } = (await getContainerRuntimeClient()).container;
  const found = await dockerode.listContainers({ all: true, filters: { label: [label] } });
  await Promise.all(found.map(async ({ Id }) => {
    const container = dockerode.getContainer(Id);
    if (duty.keepsData) await container.stop({ t: graceMs / 1000 }).catch(() => {});
    await container.remove({ force: true, v: true }).catch((error) => {
      // Gone already, or going: somebody else was quicker, which is as good.
      if (error.statusCode !== 404 && error.statusCode !== 409) throw error;
    });
  }));
}

async function end() {
  await Promise.all([...programs].map(([child, ended]) => stop(child, ended)));
  if (duty.containers) await removeContainers(duty.containers);
  if (duty.temporaryFolder) rmSync(duty.temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
}

function endOnce() {
  if (ending) return;
  ending = end().then(() => process.exit(0), (error) => {
    if (!process.connected) process.exit(1);
    process.send({ failed: error.message }, () => process.exit(1));
  });
}

process.on('message', (message) => {
  if (ending) return;
  if (message.duty) { duty = message.duty; tell({ ready: true }); }
  if (message.start) start(message.start);
  if (message.end) endOnce();
});
process.on('disconnect', endOnce);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endOnce);
`;
