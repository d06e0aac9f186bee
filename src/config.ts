/**
 * The environment as one schema. Only this file reads the environment: each composition root calls `readConfig` once
 * and passes values on. All errors are reported together, by name and reason. Values are never reported, because they
 * may be secrets.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { faultOfMongoAddress } from './engines/mongodb/address.ts';
import { ConfigError, type Environment } from './runtime/config-error.ts';
import { wholeNumberText } from './runtime/whole-number.ts';

const wholeNumber = (minimum: number, maximum: number, byDefault: number) =>
  wholeNumberText(minimum, maximum).default(byDefault);

const shareOfAll = (byDefault: number) =>
  z
    .string()
    .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'must be a number from 0 to 1, as in 0.25')
    .transform(Number)
    .default(byDefault);

const mongodbUrl = z
  .string({ error: 'is required: a MongoDB address with the database in its path' })
  .superRefine((value, context) => {
    const fault = faultOfMongoAddress(value);
    if (fault !== null) context.addIssue(fault);
  });

const namesUser = ({ username, password }: URL): boolean => username !== '' || password !== '';
const MAX_PORT = 65_535;
const port = (byDefault: number) => wholeNumber(0, MAX_PORT, byDefault);
/**
 * An address to which a path can be appended. `URL` alone would accept one without `//`, and would trim white space.
 * The address appears in log lines and responses, so it must have no password.
 */
const webAddress = z
  .string()
  .refine(
    (value) => /^https?:\/\/[^\s/?#\\][^\s?#\\]*$/i.test(value) && URL.canParse(value) && !namesUser(new URL(value)),
    'must be an address that starts with http:// or https://, without a query, a fragment, a user or white space',
  );
/** Ends with a slash, because paths are appended as they are. */
const baseAddress = webAddress.transform((value) => (value.endsWith('/') ? value : `${value}/`));

const isOrigin = (value: string): boolean =>
  URL.canParse(value) && new URL(value).origin === value && !value.includes('*');
const origins = z
  .string()
  .transform((value) => (value === '*' ? value : value.split(',').map((origin) => origin.trim())))
  .refine(
    (value) => value === '*' || value.every(isOrigin),
    'must be * or origins separated by commas, each as in https://shop.example.com',
  );

const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((value) => value === 'true');

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The variables of the API and the indexer. */
const service = {
  MONGODB_URL: mongodbUrl,
  MEILISEARCH_URL: z.string({ error: 'is required: the address of Meilisearch' }).pipe(webAddress),
  // The key is sent in a header, which allows no other characters.
  MEILISEARCH_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII characters without white space')
    .default(''),
  MEILISEARCH_INDEX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, 'must be 1 to 200 of A-Z a-z 0-9 _ -')
    .default('products'),
  HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  STOP_TIMEOUT_MS: wholeNumber(0, 600_000, 10_000),
};

/** The variables that each process reads. An error in a variable that a process doesn't read never stops it. */
export const ENVIRONMENTS = {
  cli: z.object({ MONGODB_URL: mongodbUrl }),
  api: z.object({
    ...service,
    MEILISEARCH_API_KEY_UID: z.uuidv4({ error: 'must be the uid of the key: a UUID of version 4' }).optional(),
    ALLOW_UNSIGNED_SEARCH: flag,
    PORT: port(3000),
    KEEP_ALIVE_TIMEOUT_MS: wholeNumber(1000, 86_400_000, 65_000),
    STOP_DRAIN_MS: wholeNumber(0, 600_000, 1000),
    METRICS_PORT: wholeNumberText(0, MAX_PORT).optional(),
    MAX_PER_PAGE: wholeNumber(1, 10_000, 500),
    MAX_SEARCH_LIMIT: wholeNumber(1, 1000, 250),
    COLLECTION_PRODUCTS_LIMIT: wholeNumber(1, 10_000, 250),
    SEARCH_RESPONSE_FORM: z.enum(['A', 'B'], { error: 'must be A or B' }).default('A'),
    IMAGE_DOWNLOAD_BASE_URL: baseAddress.default('https://images.example.com/'),
    IMAGE_UPLOAD_BASE_URL: baseAddress.default('https://uploads.example.com/'),
    RATE_LIMIT_PER_SECOND: wholeNumber(0, 1_000_000, 100),
    RATE_LIMIT_BURST: wholeNumber(1, 1_000_000, 200),
    FAILED_AUTHENTICATIONS_PER_MINUTE: wholeNumber(0, 1_000_000, 60),
    TRUST_PROXY: wholeNumber(0, 10, 0),
    CORS_ORIGINS: origins.default([]),
    PAGE_CACHE_BYTES: wholeNumber(0, 1e12, 128 * 1024 * 1024),
    SEARCH_CACHE_BYTES: wholeNumber(0, 1e12, 64 * 1024 * 1024),
    SEARCH_LOG_SAMPLE: shareOfAll(1),
    SEARCH_LOG_DAYS: wholeNumber(1, 3650, 30),
    SUGGESTIONS_MIN_SEARCHES: wholeNumber(1, 1_000_000, 5),
    CONCURRENT_READS: wholeNumber(1, 10_000, 16),
    MAX_EVENT_LOOP_DELAY_MS: wholeNumber(0, 60_000, 250),
    MAX_UNSENT_BYTES: wholeNumber(1, 1e12, 256 * 1024 * 1024),
  }),
  indexer: z.object({
    ...service,
    INDEXER_PORT: port(3001),
    MAX_LAG_MS: wholeNumber(1000, 86_400_000, 60_000),
    TASKS_KEPT_MS: wholeNumber(1000, 1e12, 86_400_000),
    ON_LOST_POSITION: z.enum(['rebuild', 'stop'], { error: 'must be rebuild or stop' }).default('rebuild'),
  }),
};

export type ProcessName = keyof typeof ENVIRONMENTS;
export type ConfigOf<P extends ProcessName> = z.output<(typeof ENVIRONMENTS)[P]>;

/** Variables that a file can provide instead. The variable with `_FILE` appended names the file. */
const SECRETS = ['MONGODB_URL', 'MEILISEARCH_API_KEY'];

/**
 * Reads a variable from the environment or from its file. A line break at the end of a file is not part of the value.
 */
function readVariable(name: string, variables: Environment): { readonly value?: string; readonly fault?: string } {
  const value = variables[name] === '' ? undefined : variables[name];
  const file = SECRETS.includes(name) ? variables[`${name}_FILE`] : undefined;
  if (file === undefined || file === '') return value === undefined ? {} : { value };
  if (value !== undefined) return { fault: `${name}_FILE: is given beside ${name}; only one of them may be` };
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return content === '' ? { fault: `${name}_FILE: names an empty file` } : { value: content };
  } catch (error) {
    return { fault: `${name}_FILE: names a file that cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}

/**
 * Reads the variables of `process` from the environment. An empty variable counts as absent. Throws ConfigError with
 * all errors at once.
 */
export function readConfig<P extends ProcessName>(process: P, variables: Environment): ConfigOf<P> {
  const schema: z.ZodObject = ENVIRONMENTS[process];
  const given = Object.keys(schema.shape).map((name) => [name, readVariable(name, variables)] as const);
  const faulty = new Set(given.flatMap(([name, { fault }]) => (fault === undefined ? [] : [name])));
  const errors = given.flatMap(([, { fault }]) => fault ?? []);
  const result = schema.safeParse(Object.fromEntries(given.map(([name, { value }]) => [name, value])));
  for (const { path, message } of result.error?.issues ?? []) {
    if (!faulty.has(String(path[0]))) errors.push(`${path.join('.')}: ${message}`);
  }
  if (errors.length > 0 || !result.success) throw new ConfigError(errors);
  return result.data as ConfigOf<P>;
}
