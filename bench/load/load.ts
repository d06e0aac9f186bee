/** The requests of a measurement. */

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A sequence of requests. Passes, rounds and connections each take the next ones. */
export interface Requests {
  /** How many are left. */
  left(): number;
  /** Takes the next `count` requests. Throws if fewer are left. */
  take(count: number): readonly Request[];
}

export interface Load {
  /** For progress lines and errors. */
  readonly name: string;
  /** Where the server is. */
  readonly url: string;
  readonly requests: Requests;
  /** Any other status fails the run. */
  readonly expectedStatus: number;
}

/** Two loads that are measured in turn, so that other load on the machine affects both. */
export interface Pair {
  readonly what: string;
  readonly measured: Load;
  readonly reference: Load;
}

/** Repeats the requests endlessly. Throws if there are none. */
export function inRotation(requests: readonly Request[]): Requests {
  if (requests.length === 0) throw new Error('There are no requests: the catalogue is too small');
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

export const TOO_FEW = 'The products of the merchant give too few distinct requests; measure one with more products';

/** Hands out each request once. */
export function eachOnce(requests: readonly Request[]): Requests {
  let taken = 0;
  const left = () => requests.length - taken;
  return {
    left,
    take(count) {
      if (count > left()) throw new Error(`${TOO_FEW}: ${count} unused ones are needed, and ${left()} are left`);
      taken += count;
      return requests.slice(taken - count, taken);
    },
  };
}
