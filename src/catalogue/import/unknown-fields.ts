/** Finds fields that a record has and its schema doesn't. The schema drops them silently. */

/** The paths of the fields in `given` that `parsed`, which the schema made of it, lacks: `images.colour`, each once. */
export function unknownFields(given: object, parsed: object): readonly string[] {
  const found = new Set<string>();
  collect(given, parsed, '', found);
  return [...found];
}

function collect(given: object, parsed: object, path: string, found: Set<string>): void {
  for (const [name, value] of Object.entries(given)) {
    const inside = Array.isArray(given) ? path : `${path}${name}.`;
    if (!Object.hasOwn(parsed, name)) found.add(`${path}${name}`);
    else if (typeof value === 'object' && value !== null) collect(value, parsed[name as keyof object], inside, found);
  }
}
