/** Words of one language: forms separated by slashes, and groups of them separated by spaces. */
export interface StemsOfLanguage {
  /** Forms of one word, which have one stem. */
  readonly same: string;
  /** Different words, which have different stems. */
  readonly apart: string;
}
