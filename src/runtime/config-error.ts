/** An invalid environment, reported with all of its errors at once. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment is invalid. `faults` has one line per variable, without its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The environment is not complete:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}
