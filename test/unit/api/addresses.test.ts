/** Invalid addresses in environment variables are configuration errors that don't reveal any part of the address. */
import zlib from 'node:zlib';
import { readConfig } from '../../../src/config.ts';
import { ConfigError } from '../../../src/runtime/config-error.ts';

const VALID = {
  MONGODB_URL: 'mongodb://127.0.0.1:2/catalogue',
  MEILISEARCH_URL: 'http://127.0.0.1:2',
};

/** Returns the configuration errors, which the API prints one per line; none if the configuration is valid. */
function faultsOf(variables: Record<string, string>): readonly string[] {
  try {
    readConfig('api', { ...VALID, ...variables });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message.split('\n').slice(1)).toEqual(error.errors.map((fault) => `  ${fault}`));
    return error.errors;
  }
}

describe('the error for an invalid address of MongoDB contains no part of it', () => {
  test.each([
    ['an unknown option', 'reader:hush-hush@host/catalogue?replicaSet=rs&bogus=1', /must have no options but/],
    ['an option twice', 'reader:hush-hush@host/catalogue?w=1&w=2', /must have no options but/],
    ['an invalid value', 'reader:hush-hush@host/catalogue?retryWrites=bogus', /must have no options but/],
    ['a compressor without its library', 'reader:hush-hush@host/catalogue?compressors=snappy', /but zlib, and zstd/],
    ['a port out of range', 'reader:hush-hush@host:99999/catalogue', /ports from 1 to 65535/],
    ['an unescaped @', 'reader:hush@hush@host/catalogue?w=1', /special characters are escaped/],
    ['an unescaped ?', 'reader:1?hush@host/catalogue?w=1', /special characters are escaped/],
    ['an unescaped :', 'rea:der:hush-hush@host/catalogue', /special characters are escaped/],
    ['an unescaped %', 'reader:hush%hush@host/catalogue', /special characters are escaped/],
    ['no database', 'reader:hush-hush@host?appName=a/b', /must name the database in its path/],
    ['a name with a dot', 'reader:hush-hush@host/hunt a.b', /without a space/],
    ['a name with a space', 'reader:hush-hush@host/hunt%20a', /without a space/],
    ['a name with a dollar', 'reader:hush-hush@host/hunt$a', /without a space/],
    ['a name that is too long', `reader:hush-hush@host/${'hunt'.repeat(16)}`, /at most 63 bytes/],
  ])('%s', (_what, address, message) => {
    const faults = faultsOf({ MONGODB_URL: `mongodb://${address}` });
    expect(faults).toEqual([expect.stringMatching(/^MONGODB_URL: /)]);
    expect(faults[0]).toMatch(message);
    expect(faults[0]).not.toMatch(/reader|der:|hush|bogus|hunt/);
  });

  test.each([
    'reader:hush%40hush@one:1,two:65535/catalogue?replicaSet=rs&appName=@catalogue@',
    '%2Ftmp%2Fmongodb-27017.sock/catalogue',
    `host/${'x'.repeat(63)}?retryWrites=false`,
    `host/catalogue?compressors=${'zstdCompress' in zlib ? 'zstd,zlib' : 'zlib'}`,
    'host/catalogue?readPreference=nearest&readPreferenceTags=dc:a&maxStalenessSeconds=90',
  ])('%s is valid', (address) => {
    expect(faultsOf({ MONGODB_URL: `mongodb://${address}` })).toEqual([]);
  });
});

test.each([
  'https:cdn.example.com?x=1',
  'https:cdn.example.com',
  'https:///cdn.example.com',
  ' https://cdn.example.com/',
  'https://cdn.example.com/\n',
  'https://cdn.example.com/a b/',
  'https://cdn.example.com/?x=1',
  'https://cdn.example.com/#f',
  'https://cdn.example.com:99999/',
])('%j is invalid, because no path can be appended to it', (address) => {
  const addresses = ['MEILISEARCH_URL', 'IMAGE_DOWNLOAD_BASE_URL', 'IMAGE_UPLOAD_BASE_URL'];
  const faults = faultsOf(Object.fromEntries(addresses.map((name) => [name, address])));
  expect(faults).toEqual(
    addresses.map((name) => expect.stringMatching(new RegExp(`^${name}: must be an address .* without a query`))),
  );
  expect(faults.join('\n')).not.toContain('cdn');
});

// These addresses appear in log lines, and those of images in responses.
test('a password in an HTTP address is an error that does not reveal it', () => {
  const faults = faultsOf({
    MEILISEARCH_URL: 'http://user:pass-word@127.0.0.1:2',
    IMAGE_DOWNLOAD_BASE_URL: 'https://pass-word@images.example.com/',
  });
  expect(faults).toEqual([
    expect.stringMatching(/^MEILISEARCH_URL: .*a user or white space$/),
    expect.stringMatching(/^IMAGE_DOWNLOAD_BASE_URL: .*a user or white space$/),
  ]);
  expect(faults.join('\n')).not.toContain('pass-word');
});

test.each([
  'https://shop.example.com/',
  'shop.example.com',
  'https://a.example,*',
  'https://*.example.com',
  'null',
  ',',
])('CORS_ORIGINS=%s is invalid', (origins) => {
  expect(faultsOf({ CORS_ORIGINS: origins })).toEqual([expect.stringMatching(/^CORS_ORIGINS: must be/)]);
});
