/** Writes at random until it is told to stop. A write that an outage stops is not tried again: MongoDB says what is true. */
import { pause } from '../../src/platform/retry.ts';
import type { Random } from '../catalogue/random.ts';
import type { Diary } from './diary.ts';
import type { Outages } from './outages.ts';
import { type World, WRITES } from './writes.ts';

const REST_MS = 25;
const TOTAL_WEIGHT = WRITES.reduce((sum, [, weight]) => sum + weight, 0);

export async function keepWriting(
  world: World,
  random: Random,
  { diary, outages }: { diary: Diary; outages: Outages },
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    const [name, , write] = pick(random);
    try {
      await write(world, random);
      diary.note(name);
    } catch (error) {
      if (outages.concern(['mongod'])) diary.note('write stopped by an outage', name);
      else diary.fail('a write failed', `${name}: ${String(error)}`);
    }
    await pause(random.integer(0, 2 * REST_MS), until);
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
