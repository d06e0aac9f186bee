/** Messages between test files and the process that runs their services: one JSON value per line. */
import type { Finished, Variables } from '../../dev/processes/launcher.ts';

/** The first line of a connection: the only service or command that it runs. */
export type ServiceRequest = StartRequest | CommandRequest | CompareRequest;

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

export interface CompareRequest {
  readonly run: 'compare';
  readonly variables: Variables;
  readonly indexName: string;
  /** Compares until nothing differs, for this long at most. 0: once. */
  readonly limitMs: number;
}

/** The ids of some products whose documents are wrong. */
export interface Differences {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly stale: readonly string[];
}

/** A line from the host has exactly one of these fields. */
export interface ServiceMessage {
  /** The API listens, or the indexer runs. */
  readonly started?: { readonly port: number };
  readonly failed?: { readonly name: string; readonly message: string };
  /** A chunk of the log. */
  readonly log?: string;
  /** The indexer has ended by itself, or a service was stopped. */
  readonly ended?: true;
  readonly finished?: Finished;
  readonly compared?: Differences;
}

/** The only line that a test file sends after its request. The end of the connection means the same. */
export interface StopMessage {
  readonly stop: true;
}
