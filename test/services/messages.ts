/** What test files and the host of their services send each other: one JSON value a line. */
import type { Finished, Variables } from '../../dev/processes.ts';

/** The first line of a connection: the one thing that the host runs for it. */
export type ServiceRequest = StartRequest | CommandRequest;

export interface StartRequest {
  readonly run: 'api' | 'indexer';
  readonly variables: Variables;
}

export interface CommandRequest {
  readonly run: 'catalogue' | 'indexer-command';
  readonly argv: readonly string[];
  readonly variables: Variables;
  /** Standard input in base64. */
  readonly input: string;
}

/** What the host sends, each line with one of these. */
export interface ServiceMessage {
  /** The API listens, or the indexer works. */
  readonly started?: { readonly port: number };
  readonly failed?: { readonly name: string; readonly message: string };
  /** A piece of the log. */
  readonly log?: string;
  /** The indexer has ended by itself, or any service was stopped. */
  readonly ended?: true;
  readonly finished?: Finished;
}

/** The only line that a test file sends after its request. The end of the connection means the same. */
export interface StopMessage {
  readonly stop: true;
}
