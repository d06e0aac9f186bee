/**
 * Explains errors of the engines to operators: the problem, and the next step. The table is closed; rows with the same
 * next step stand together. Commands print the messages of any other error unchanged.
 */
import { MongoServerSelectionError } from 'mongodb';
import { isError } from '../runtime/is-error.ts';
import { isKeyRefused, isMeilisearchUnavailable, KEY_REFUSED, meilisearchCode } from './meilisearch.ts';
import { withoutCredentials } from './mongodb/address.ts';
import {
  hasCode,
  isBetweenPrimaries,
  isMongoUnavailable,
  isUnconfirmed,
  MONGODB_CODES,
  StandaloneServer,
} from './mongodb/errors.ts';

interface Row {
  readonly matches: (error: unknown) => boolean;
  /** One sentence without its period. */
  readonly problem: (error: unknown, mongodbUrl: string) => string;
  readonly nextStep: string;
}

const INITIATE = 'run `catalogue setup --initiate-replica-set HOST:PORT`';

const serversOf = (error: unknown) =>
  error instanceof MongoServerSelectionError ? [...(error.reason?.servers.values() ?? [])] : [];

const messageOf = (error: unknown): string => [...new Set(messagesOf(error))].join(': ');

/** The message of an error and of its causes. */
function messagesOf(error: unknown): string[] {
  return isError(error) ? [error.message, ...messagesOf(error.cause)].filter((message) => message !== '') : [];
}

/** The name of the index that Meilisearch lacks. */
const missingIndexOf = (error: unknown): string => /Index `([^`]*)` not found/.exec(messageOf(error))?.[1] ?? '';

/** The end of MongoDB's message to a client that has not authenticated. */
const REQUIRES_USER = 'requires authentication';
/** In MongoDB's message about a missing right: what follows the name of the command and its collection. */
const REST_OF_COMMAND = /(?<=to execute command \{ \w+: "[^"]*"), .* \}$/s;

const START_REPLICA_SET = `start it with --replSet NAME, then ${INITIATE} (one node is enough)`;

const NO_REPLICA_SET: readonly Row[] = [
  {
    matches: (error) =>
      error instanceof StandaloneServer ||
      hasCode(error, MONGODB_CODES.notAReplicaSet, MONGODB_CODES.noReplicationEnabled),
    problem: () => 'MongoDB runs as a standalone server, and change streams need a replica set',
    nextStep: START_REPLICA_SET,
  },
  {
    // The driver drops a server that responds but isn't a member of the replica set in the address.
    matches: (error) =>
      error instanceof MongoServerSelectionError &&
      error.reason?.type === 'ReplicaSetNoPrimary' &&
      error.reason.servers.size === 0,
    problem: () => 'MongoDB answers, but not as a member of the replica set that MONGODB_URL names',
    nextStep: START_REPLICA_SET,
  },
];

/** MongoDB responds, but can't open a change stream. */
const NO_CHANGE_STREAM: readonly Row[] = [
  ...NO_REPLICA_SET,
  {
    matches: (error) =>
      hasCode(error, MONGODB_CODES.notYetInitialized) || serversOf(error).some(({ type }) => type === 'RSGhost'),
    problem: () => 'MongoDB answers, but its replica set is not initiated',
    nextStep: `${INITIATE} (one node is enough)`,
  },
];

const ROWS: readonly Row[] = [
  ...NO_CHANGE_STREAM,
  {
    matches: (error) => hasCode(error, MONGODB_CODES.authenticationFailed),
    problem: () => 'MongoDB refuses MONGODB_URL',
    nextStep: 'correct its user and password',
  },
  {
    matches: isKeyRefused,
    problem: () => `Meilisearch ${KEY_REFUSED}`,
    nextStep: 'correct the key, or give it the actions that docs/operations.md lists',
  },
  {
    matches: (error) => hasCode(error, MONGODB_CODES.unauthorized) && messageOf(error).endsWith(REQUIRES_USER),
    problem: () => 'MongoDB requires a user, and MONGODB_URL names none',
    nextStep: 'add the user of this process and its password, or authMechanism=MONGODB-X509 for a certificate',
  },
  {
    matches: (error) => hasCode(error, MONGODB_CODES.unauthorized),
    problem: (error) => `The user of MONGODB_URL lacks a right: ${messageOf(error).replace(REST_OF_COMMAND, ', … }')}`,
    nextStep: 'grant its user the rights that docs/operations.md lists',
  },
  {
    matches: (error) => hasCode(error, MONGODB_CODES.outOfDiskSpace),
    problem: () => 'The disk of MongoDB is full',
    nextStep: 'free space on its disk',
  },
  {
    matches: (error) => meilisearchCode(error) === 'no_space_left_on_device',
    problem: () => 'The disk of Meilisearch is full',
    nextStep: 'free space on its disk',
  },
  {
    matches: (error) => meilisearchCode(error) === 'index_not_found',
    problem: (error) => `Meilisearch has no index ${missingIndexOf(error)}`,
    nextStep: 'start the indexer (`run`), wait until the running one has built it, or correct MEILISEARCH_INDEX',
  },
  {
    matches: (error) => serversOf(error).some(({ type }) => type !== 'Unknown') || isBetweenPrimaries(error),
    problem: (_error, url) => `The replica set at ${withoutCredentials(url)} has no primary`,
    nextStep: 'check that a majority of the replica set runs, and run the command again',
  },
  {
    matches: isUnconfirmed,
    problem: () =>
      'MongoDB has written this, but no majority of the replica set has confirmed it within 15 s. If the primary fails ' +
      'before that, the write is lost',
    nextStep: 'check that the other members run and replicate (`rs.printSecondaryReplicationInfo()` in mongosh)',
  },
  {
    matches: isMongoUnavailable,
    problem: (error, url) => `MongoDB does not answer at ${withoutCredentials(url)}: ${messageOf(error)}`,
    nextStep: 'check that it runs and that MONGODB_URL is its address',
  },
  {
    matches: (error) => isError(error) && isMeilisearchUnavailable(error),
    problem: (error) => `Meilisearch does not answer: ${messageOf(error)}`,
    nextStep: 'check that it runs and that MEILISEARCH_URL is its address',
  },
];

/** The first row that matches the error or one of its causes, as `Problem: next step`; null if no row matches. */
function find(rows: readonly Row[], error: unknown, mongodbUrl: string): string | null {
  for (let cause = error; isError(cause); cause = cause.cause) {
    const row = rows.find(({ matches }) => matches(cause));
    if (row !== undefined) return `${row.problem(cause, mongodbUrl)}: ${row.nextStep}`;
  }
  return null;
}

/** One line for an operator: the problem and the next step. For an error that isn't in the table: its messages. */
export const explainError = (error: unknown, mongodbUrl: string): string =>
  find(ROWS, error, mongodbUrl) ?? (messageOf(error) || String(error));

/** At the start of a process: why MongoDB can't open a change stream, and the next step; null for any other error. */
export const replicaSetProblem = (error: unknown): string | null => find(NO_CHANGE_STREAM, error, '');

/**
 * Whether MongoDB is no replica set, or the driver has dropped its last server: no retry helps. A member that starts
 * looks uninitiated until it has read its configuration, so a process that is running waits for it.
 */
export const isNoReplicaSet = (error: unknown): boolean => find(NO_REPLICA_SET, error, '') !== null;
