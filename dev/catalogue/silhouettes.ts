/**
 * The closed table of silhouettes: SVG fragments in a box of 200 by 200. Their paints are names (`main`, `dark`,
 * `light`, `accent`, `metal` …), which the picture replaces by colours; a shape without a `fill` has none.
 */

import { electronics } from './silhouettes/electronics.ts';
import { garden } from './silhouettes/garden.ts';
import { kitchen } from './silhouettes/kitchen.ts';
import { outdoor } from './silhouettes/outdoor.ts';
import { stationery } from './silhouettes/stationery.ts';
import { textiles } from './silhouettes/textiles.ts';
import { tools } from './silhouettes/tools.ts';
import { toys } from './silhouettes/toys.ts';

const TABLE = {
  ...outdoor,
  ...kitchen,
  ...tools,
  ...stationery,
  ...textiles,
  ...electronics,
  ...garden,
  ...toys,
} as const;

export type SilhouetteKey = keyof typeof TABLE;

/** Every silhouette, by the name that an image's path has for it. */
export const SILHOUETTES: ReadonlyMap<string, string> = new Map(Object.entries(TABLE));
