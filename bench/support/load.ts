/** What is asked of a server during a measurement. */

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  /** As in the progress lines. */
  readonly name: string;
  /** Where the server is. */
  readonly url: string;
  /** Asked in rotation. */
  readonly requests: readonly Request[];
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
