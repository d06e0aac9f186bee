/** What tests of the versions of `src/memory/` need. */
import { followVersions, type Versions } from '../../src/memory/versions.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { eventually, type TestService } from './service.ts';

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

/** On a busy machine the stream may be late for a moment; here what is kept is taken all the same. Only for streams that nobody cuts. */
export const followSteadily = ({ database }: TestService): Versions =>
  followVersions({ database, logger: createLogger('test', 'silent'), blindAfterMs: Number.POSITIVE_INFINITY });

/** Resolves when it follows. */
export const follows = (given: Versions) =>
  eventually(
    async () => given.latest(),
    (version) => version !== null && version > 0,
  );

/** Something that a test gives, and what waits for it. */
export function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
