/** An invalid environment, reported with all of its errors at once. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment is invalid. `errors` has one line per variable, without its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly errors: readonly string[];
  constructor(errors: readonly string[]) {
    super(`The environment is not valid:\n${errors.map((error) => `  ${error}`).join('\n')}`);
    this.errors = errors;
  }
}
