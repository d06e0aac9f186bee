/** Writes at random until the signal. A write that fails in an outage is not retried: any state of MongoDB is valid. */
import { sleep } from '../../../src/runtime/retry.ts';
import type { Random } from '../../random.ts';
import type { EventLog } from '../event-log.ts';
import type { Outages } from '../processes/outages.ts';
import { type SoakState, WRITES } from './writes.ts';

const INTERVAL_MS = 25;
const TOTAL_WEIGHT = WRITES.reduce((sum, [, weight]) => sum + weight, 0);

export async function runWriter(
  state: SoakState,
  random: Random,
  { log, outages }: { log: EventLog; outages: Outages },
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    const [name, , write] = pick(random);
    try {
      await write(state, random);
      log.record(name);
    } catch (error) {
      if (outages.affects(['mongod'])) log.record('write stopped by an outage', name);
      else log.fail('a write failed', `${name}: ${String(error)}`);
    }
    await sleep(random.integer(0, 2 * INTERVAL_MS), until);
  }
}

function pick(random: Random): (typeof WRITES)[number] {
  let left = random.next() * TOTAL_WEIGHT;
  for (const write of WRITES) {
    left -= write[1];
    if (left < 0) return write;
  }
  return WRITES[0] as (typeof WRITES)[number];
}
