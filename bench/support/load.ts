/** What is asked of a server during a measurement. */

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests in their order, for everyone who asks: passes, rounds and connections each get the next ones. */
export interface Requests {
  /** How many can still be taken. */
  left(): number;
  /** The next so many. Throws when fewer are left. */
  take(count: number): readonly Request[];
}

export interface Load {
  /** As in the progress lines. */
  readonly name: string;
  /** Where the server is. */
  readonly url: string;
  readonly requests: Requests;
  /** Any other answer is a failure of the run. */
  readonly expectedStatus: number;
}

/** Two loads that are measured in turn, so that whatever else the machine does meets both. */
export interface Pair {
  readonly what: string;
  readonly measured: Load;
  readonly reference: Load;
}

/** One value of each load, from the same moment. */
export interface Round {
  readonly measured: number;
  readonly reference: number;
}

/** The same requests again and again. Throws when there are none. */
export function inRotation(requests: readonly Request[]): Requests {
  if (requests.length === 0) throw new Error('There is nothing to ask: the catalogue is too small');
  let taken = 0;
  return {
    left: () => Number.POSITIVE_INFINITY,
    take(count) {
      const next = Array.from({ length: count }, (_, index) => requests[(taken + index) % requests.length] as Request);
      taken += count;
      return next;
    },
  };
}

/** Each request is given to one asker, and never again. */
export function eachOnce(requests: readonly Request[]): Requests {
  let taken = 0;
  const left = () => requests.length - taken;
  return {
    left,
    take(count) {
      if (count > left()) throw new Error(`${count} requests are wanted, and ${left()} are left that nobody asked`);
      taken += count;
      return requests.slice(taken - count, taken);
    },
  };
}
