/** What tests of the versions of `src/memory/` need. */
import type { Versions } from '../../src/memory/versions.ts';
import { eventually } from './service.ts';

/** Those of a stream that is down. */
export const NO_VERSIONS: Versions = {
  latest: () => null,
  of: () => null,
  ofParts: () => null,
  ofProduct: () => null,
  ofRules: () => null,
  placesOf: () => new Uint32Array(),
  ofPlaces: () => null,
  close: () => Promise.resolve(),
};

/** On a busy machine the stream may be late for a moment; here the versions from before that go on. */
export function steady(given: Versions): Versions {
  const known = new Map<string, number>();
  function remembering<A extends unknown[]>(name: string, read: (...asked: A) => number | null) {
    return (...asked: A): number | null => {
      const key = JSON.stringify([name, asked]);
      const version = read(...asked) ?? known.get(key) ?? null;
      if (version !== null) known.set(key, version);
      return version;
    };
  }
  return {
    ...given,
    latest: remembering('latest', given.latest),
    of: remembering('of', given.of),
    ofParts: remembering('ofParts', given.ofParts),
    ofProduct: remembering('ofProduct', given.ofProduct),
    ofRules: remembering('ofRules', given.ofRules),
    ofPlaces: remembering('ofPlaces', given.ofPlaces),
  };
}

/** Resolves when it follows. */
export const follows = (given: Versions) =>
  eventually(
    async () => given.latest(),
    (version) => version !== null,
  );

/** Something that a test gives, and what waits for it. */
export function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
