/** Tracks outages, so that their effects don't count as failures. */
export interface Outages {
  begin(name: string): void;
  end(name: string): void;
  /** Whether one of these processes is down, or was in the last 20 s. */
  affects(names: readonly string[]): boolean;
}

/** The effects of an outage last this long after its end: clients reconnect, and a leader is elected. */
const RECOVERY_MS = 20_000;

export function createOutages(): Outages {
  const out = new Map<string, number>();
  return {
    begin: (name) => void out.set(name, Number.POSITIVE_INFINITY),
    end: (name) => void out.set(name, performance.now() + RECOVERY_MS),
    affects: (names) => names.some((name) => (out.get(name) ?? Number.NEGATIVE_INFINITY) > performance.now()),
  };
}
