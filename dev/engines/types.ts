/** The options and results of all providers. */

/** The caller's environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How programs are looked for. */
export interface FindOptions {
  /** The environment variables that select the engines: ENGINES, MONGODB_URL and others, see docs/configuration.md. */
  readonly environment: Environment;
  /** Called with lines of progress. */
  readonly say?: (line: string) => void;
  /** Ends the search, a download included: it then throws the signal's reason. */
  readonly stopping?: AbortSignal;
}

export interface EngineOptions extends FindOptions {
  /** Keeps the data for the next start. Absent: the data is deleted with the engines. */
  readonly dataFolder?: string;
}

export interface EngineAddresses {
  /** The address of the replica set, without a database unless the caller's own address has one, see `withDatabase`. */
  readonly mongodbUrl: string;
  readonly meilisearchUrl: string;
  /** Empty if the engine has no key. */
  readonly meilisearchApiKey: string;
}

/** A running MongoDB (a replica set) and a running Meilisearch. */
export interface Engines extends EngineAddresses {
  /** Lines for the user. The first names the engines, the others where each comes from. */
  readonly origin: readonly string[];
  /** The paths of the programs. Absent for engines that aren't processes on this machine. */
  readonly programs?: { readonly mongod: string; readonly meilisearch: string };
  /** Absent for engines that aren't processes on this machine. */
  readonly processIds?: { readonly mongodb: number; readonly meilisearch: number };
  /** Resolves to which engine ended without `stop`, and how. Absent for engines that aren't processes on this machine. */
  readonly ended?: Promise<string>;
  /** Stops what was started, and deletes its data unless a data folder was given. Safe to call twice. */
  stop(): Promise<void>;
}
