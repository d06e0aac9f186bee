/**
 * In a process that preloads this (`node --import`): destroys a connection as the first request that contains BREAK_AT is
 * written to it, and runs what is due every minute ten times a second.
 */
import { subscribe } from 'node:diagnostics_channel';

const RealInterval = globalThis.setInterval;
globalThis.setInterval = (work, ms, ...given) => RealInterval(work, ms === 60_000 ? 100 : ms, ...given);

let isBroken = false;

subscribe('net.client.socket', ({ socket }) =>
  socket.once('connect', () => {
    const write = socket.write.bind(socket);
    socket.write = (data, ...given) => {
      if (!isBroken && Buffer.from(data).toString('latin1').includes(process.env.BREAK_AT)) {
        isBroken = true;
        socket.destroy();
      }
      return write(data, ...given);
    };
  }),
);
