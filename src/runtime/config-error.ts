/** A wrong environment, told with all of its faults at once. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment does not say what it must. `faults` has one line a variable, without its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The environment is not complete:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}
