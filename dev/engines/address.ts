/** Addresses of MongoDB. */

/** Returns the address with another database in its path. Keeps the query string. `mongodbUrl`: as in `EngineAddresses`. */
export function withDatabase(mongodbUrl: string, name: string): string {
  // The class URL supports a single host, but the address of a replica set may have several.
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(mongodbUrl);
  if (!parts) throw new Error('Invalid address of MongoDB: it must begin with mongodb:// or mongodb+srv://');
  return `${parts[1]}/${encodeURIComponent(name)}${parts[2] ?? ''}`;
}
