/** Which connections count as those of a command that never ends. The events are those that the driver emits. */
import { openMongo } from '../../../src/engines/mongodb/client.ts';
import { unendedCommand } from '../../../src/engines/mongodb/unended-command.ts';

const { jest } = import.meta;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('not those of a pool that was closed: its check-ins are not reported', async () => {
  const client = openMongo('mongodb://a:1,b:1/catalogue', { appName: 'test' });
  const ending = new AbortController();
  let isUnended = false;
  unendedCommand(client, ending.signal).catch(() => {
    isUnended = true;
  });
  client.emit('connectionCheckedOut', { address: 'a:1', connectionId: 1 } as never);
  client.emit('connectionPoolClosed', { address: 'a:1' } as never);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(isUnended).toBe(false);
  client.emit('connectionCheckedOut', { address: 'b:1', connectionId: 1 } as never);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(isUnended).toBe(true);
  ending.abort();
  await client.close();
});
