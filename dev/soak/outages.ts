/** Which programs are out just now, or were until a moment ago, so that what follows from it is not taken for a fault. */
export interface Outages {
  begin(name: string): void;
  end(name: string): void;
  /** Whether one of these is out, or was shortly before. */
  concern(names: readonly string[]): boolean;
}

/** How long after an outage callers may still meet it: connections are opened again, leaders elected. */
const AFTERMATH_MS = 20_000;

export function createOutages(): Outages {
  const out = new Map<string, number>();
  return {
    begin: (name) => void out.set(name, Number.POSITIVE_INFINITY),
    end: (name) => void out.set(name, performance.now() + AFTERMATH_MS),
    concern: (names) => names.some((name) => (out.get(name) ?? Number.NEGATIVE_INFINITY) > performance.now()),
  };
}
