/**
 * Bounds how many reads are under way at once, and shares their places among owners (merchants). An owner gets a place
 * only while it holds fewer than are free: one alone gets half of them, of two that ask for all each gets a third, and
 * there is a place left for whoever comes new. Who has to wait stands in line, whose places are shared by the same rule;
 * the owners in it take turns. Nobody stands there for longer than MAX_WAIT_MS: late answers help nobody.
 *
 * Where this process itself is what work waits for, places alone do not help: each piece of work holds up all others. Then an
 * owner who asks for more than it gets has one place while there are others, and that rests after each work for as long as it took.
 */
export type Refusal = 'line full' | 'waited too long';

export interface Slots {
  /**
   * Does the work in a place of the owner's. Throws what it throws, or the refusal where no place is to be had, or
   * Abandoned where nobody waits for it any more when its turn comes.
   */
  run<T>(owner: string, work: () => Promise<T>, isAbandoned: () => boolean): Promise<T>;
  underWay(): number;
  waiting(): number;
}

interface SlotsOptions {
  /** How many may be under way at the moment; at least 1. Where it has fallen, those that are go on. */
  readonly places: () => number;
  /** Whether this process itself works much of the time. */
  readonly isBusy?: () => boolean;
  /** How many may stand in line. Waiting costs little, while who is refused at once comes back at once. */
  readonly line?: number;
  readonly refusal: (why: Refusal) => Error;
}

/** Nobody waits for the answer any more. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
  constructor() {
    super('nobody waits for the answer any more');
  }
}

interface Waiting {
  readonly go: () => void;
}

const LINE = 1024;
const MAX_WAIT_MS = 1000;
/** Who asked for a place so lately is still there. */
const LATELY_MS = 1000;
const MAX_REST_MS = 100;

export function createSlots({ places, isBusy = () => false, line: maxWaiting = LINE, refusal }: SlotsOptions): Slots {
  const held = new Map<string, number>();
  /** Who waits, by owner; the owners in the order of their turns. None is empty. */
  const lines = new Map<string, Waiting[]>();
  let underWay = 0;
  let waiting = 0;
  /** Who took the last place, when, and when somebody else took one before. */
  let last = { owner: '', atMs: Number.NEGATIVE_INFINITY, otherMs: Number.NEGATIVE_INFINITY };

  const mayHold = (owner: string): boolean => {
    const holds = held.get(owner) ?? 0;
    return holds < places() - underWay && (holds === 0 || !isPressing(owner));
  };

  /** Whether the owner, by asking for more than it gets, slows down others. */
  const isPressing = (owner: string): boolean =>
    lines.has(owner) && performance.now() - othersMs(owner) < LATELY_MS && isBusy();

  /** When somebody else than the owner took a place. */
  const othersMs = (owner: string): number => (owner === last.owner ? last.otherMs : last.atMs);

  function take(owner: string): void {
    underWay += 1;
    held.set(owner, (held.get(owner) ?? 0) + 1);
    last = { owner, atMs: performance.now(), otherMs: othersMs(owner) };
  }

  /** Gives the place back, at once or when it has rested. */
  function leavePlace(owner: string, sinceMs: number): void {
    if (isPressing(owner)) setTimeout(() => give(owner), Math.min(MAX_REST_MS, performance.now() - sinceMs));
    else give(owner);
  }

  function give(owner: string): void {
    underWay -= 1;
    const left = (held.get(owner) ?? 0) - 1;
    if (left > 0) held.set(owner, left);
    else held.delete(owner);
    callNext();
  }

  function callNext(): void {
    for (const [owner, line] of lines) {
      const [first] = line;
      if (first === undefined || !mayHold(owner)) continue;
      leave(owner, line, first);
      // The others come before its next one.
      if (lines.delete(owner)) lines.set(owner, line);
      take(owner);
      first.go();
    }
  }

  function leave(owner: string, line: Waiting[], one: Waiting): void {
    line.splice(line.indexOf(one), 1);
    if (line.length === 0) lines.delete(owner);
    waiting -= 1;
  }

  /** Resolves when the owner's turn has come and the place is taken. */
  function turnOf(owner: string): Promise<void> {
    const line = lines.get(owner) ?? [];
    if (line.length >= maxWaiting - waiting) throw refusal('line full');
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        go: () => {
          clearTimeout(limit);
          resolve();
        },
      };
      const limit = setTimeout(() => {
        leave(owner, line, one);
        reject(refusal('waited too long'));
      }, MAX_WAIT_MS);
      line.push(one);
      lines.set(owner, line);
      waiting += 1;
    });
  }

  return {
    async run(owner, work, isAbandoned) {
      if (!lines.has(owner) && mayHold(owner)) take(owner);
      else await turnOf(owner);
      const sinceMs = performance.now();
      try {
        if (isAbandoned()) throw new Abandoned();
        return await work();
      } finally {
        leavePlace(owner, sinceMs);
      }
    },
    underWay: () => underWay,
    waiting: () => waiting,
  };
}
