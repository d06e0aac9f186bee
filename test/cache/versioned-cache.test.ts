/** The versioned cache coalesces reads, serves nothing that was invalidated, and bounds its memory in bytes. */
import { createVersionedCache, type VersionedCacheOptions } from '../../src/cache/versioned-cache.ts';
import { deferred } from '../support/deferred.ts';
import { cachedOnly } from '../support/versions.ts';

/** A version table that the test sets; `null`: the stream is disconnected. */
function manualVersions() {
  const state = { version: 1 as number | null };
  return {
    state,
    versions: { latest: () => state.version },
    /** Invalidates everything. */
    bump: () => {
      state.version = (state.version ?? 0) + 1;
    },
  };
}

interface Given extends Partial<VersionedCacheOptions<string, string>> {
  /** Default: the value names the key. */
  readonly load?: (keys: readonly string[]) => Promise<readonly string[]>;
}

/** A cache of texts that records its loads. */
function cacheOf({ load, ...given }: Given = {}) {
  const table = manualVersions();
  const loads: string[] = [];
  const versioned = createVersionedCache<string, string>({
    versions: table.versions,
    maxBytes: 1_000_000,
    sizeOf: (value) => value.length,
    versionOf: () => table.state.version,
    ...given,
  });
  const read = async (keys: readonly string[]) => {
    loads.push(...keys);
    return load === undefined ? keys.map((key) => `value of ${key}`) : await load(keys);
  };
  const cache = {
    cached: (key: string) => cachedOnly((refuse) => versioned.get(key, refuse)),
    get: (key: string) => versioned.get(key, async () => (await read([key]))[0] as string),
    getMany: (keys: readonly string[]) => versioned.getMany(keys, read),
  };
  return { ...table, cache, loads };
}

test('a value is read once, until it is invalidated', async () => {
  const { cache, loads, bump } = cacheOf();
  expect(await cache.get('a')).toBe('value of a');
  expect([await cache.get('a'), await cache.cached('a')]).toEqual(['value of a', 'value of a']);
  expect(loads).toEqual(['a']);
  bump();
  expect(await cache.cached('a')).toBeUndefined();
  await cache.get('a');
  expect(loads).toEqual(['a', 'a']);
});

test('requests for one key share a read; those after a write share the next one, whose value stays', async () => {
  const read0 = deferred();
  let reads = 0;
  const { cache, bump } = cacheOf({
    async load() {
      const number = reads;
      reads += 1;
      if (number === 0) await read0.promise;
      return [`read ${number}`];
    },
  });
  const first = cache.get('a');
  bump();
  const after = [cache.get('a'), cache.get('a')];
  read0.resolve();
  expect(await Promise.all([first, ...after])).toEqual(['read 0', 'read 1', 'read 1']);
  expect([await cache.cached('a'), reads]).toEqual(['read 1', 2]);
});

test('requests during a read get its value without another read, unless a write invalidates it', async () => {
  const { cache, loads } = cacheOf();
  expect(await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')])).toEqual(Array(3).fill('value of a'));
  expect(loads).toEqual(['a']);
});

test('a failure rejects all requests that share the read, and is not cached', async () => {
  let fails = true;
  const { cache } = cacheOf({
    load: async () => {
      if (fails) throw new Error('no engine');
      return ['value'];
    },
  });
  const results = await Promise.allSettled([cache.get('a'), cache.get('a')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await cache.get('a')).toBe('value');
});

test('requests get their values even if these are evicted while others load', async () => {
  const { cache, loads } = cacheOf({ maxBytes: 400 });
  const keys = Array.from({ length: 50 }, (_key, index) => `key ${index}`);
  expect(await Promise.all(keys.map((key) => cache.get(key)))).toEqual(keys.map((key) => `value of ${key}`));
  expect(loads).toEqual(keys);
});

test('memory is bounded in bytes: few large values, many small ones, none above the limit of an entry', async () => {
  const { cache } = cacheOf({
    maxBytes: 10_000,
    maxEntryBytes: 5000,
    load: async (keys) => keys.map((key) => 'x'.repeat(Number(key.split(' ')[1]))),
  });
  const cached = async (size: number, count: number) => {
    const values = Array.from({ length: count }, (_key, index) => cache.cached(`${index} ${size}`));
    return (await Promise.all(values)).filter((value) => value !== undefined).length;
  };
  const read = async (size: number, count: number) => {
    for (let index = 0; index < count; index += 1) await cache.get(`${index} ${size}`);
  };
  await read(6000, 1);
  expect(await cached(6000, 1)).toBe(0);
  await read(3000, 10);
  expect(await cached(3000, 10)).toBe(3);
  await read(10, 1000);
  expect(await cached(10, 1000)).toBeGreaterThan(30);
  expect(await cached(10, 1000)).toBeLessThan(100);
});

test('the uncached ones of many keys are loaded together; values come in the order of the keys, nulls included', async () => {
  const loaded: (readonly string[])[] = [];
  const table = manualVersions();
  const cache = createVersionedCache<string, string | null>({
    versions: table.versions,
    maxBytes: 1_000_000,
    sizeOf: () => 1,
    versionOf: () => table.state.version,
  });
  const getMany = (...keys: string[]) =>
    cache.getMany(keys, async (missing) => {
      loaded.push(missing);
      return missing.map((key) => (key === 'none' ? null : key));
    });
  expect(await getMany('a', 'none')).toEqual(['a', null]);
  expect(await getMany('b', 'none', 'a', 'c')).toEqual(['b', null, 'a', 'c']);
  expect(await getMany('a', 'b', 'c', 'none')).toEqual(['a', 'b', 'c', null]);
  expect(loaded).toEqual([
    ['a', 'none'],
    ['b', 'c'],
  ]);
});

test('getMany does not cache values that are invalidated while they load', async () => {
  const { cache, loads, bump } = cacheOf({
    async load(keys) {
      bump();
      return keys;
    },
  });
  await cache.getMany(['a', 'b']);
  expect([await cache.cached('a'), await cache.cached('b'), loads]).toEqual([undefined, undefined, ['a', 'b']]);
});

test('a value that was invalidated while it loaded does not replace a newer one', async () => {
  const [old, started] = [deferred(), deferred()];
  let isFirst = true;
  const { cache, bump } = cacheOf({
    async load(keys) {
      if (!isFirst) return keys.map(() => 'new');
      isFirst = false;
      started.resolve();
      await old.promise;
      return keys.map(() => 'old');
    },
  });
  const first = cache.getMany(['a']);
  await started.promise;
  bump();
  expect(await cache.getMany(['a'])).toEqual(['new']);
  old.resolve();
  expect(await first).toEqual(['old']);
  expect(await cache.cached('a')).toBe('new');
});

test('while the stream is disconnected nothing is served from the cache, and nothing read then is served later', async () => {
  const { cache, loads, state } = cacheOf();
  await cache.get('a');
  state.version = null;
  expect(await cache.cached('a')).toBeUndefined();
  await cache.get('a');
  await cache.getMany(['a']);
  expect(loads).toEqual(['a', 'a', 'a']);
  state.version = 2;
  expect(await cache.cached('a')).toBeUndefined();
});

test('without memory nothing is cached', async () => {
  const { cache, loads } = cacheOf({ maxBytes: 0 });
  await cache.get('a');
  await cache.get('a');
  expect(await cache.getMany(['a', 'b'])).toEqual(['value of a', 'value of b']);
  expect([await cache.cached('a'), loads]).toEqual([undefined, ['a', 'a', 'a', 'b']]);
});
