/**
 * What the generator chooses from, as typed data: the verticals with their articles, the colours, the countries and the drawings.
 * The words themselves are in `data/`. A unit test checks that the files refer only to what exists.
 */
import colours from './data/colours.json' with { type: 'json' };
import countries from './data/countries.json' with { type: 'json' };
import silhouettes from './data/silhouettes.json' with { type: 'json' };
import electronics from './data/verticals/electronics.json' with { type: 'json' };
import garden from './data/verticals/garden.json' with { type: 'json' };
import kitchen from './data/verticals/kitchen.json' with { type: 'json' };
import outdoor from './data/verticals/outdoor.json' with { type: 'json' };
import stationery from './data/verticals/stationery.json' with { type: 'json' };
import textiles from './data/verticals/textiles.json' with { type: 'json' };
import tools from './data/verticals/tools.json' with { type: 'json' };
import toys from './data/verticals/toys.json' with { type: 'json' };

export interface Colour {
  /** The colour's part of an image's path. */
  readonly key: string;
  readonly name: string;
  readonly hex: string;
}

export interface Town {
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly timezone: string;
}

export interface Country {
  readonly code: string;
  readonly currency: string;
  /** What one euro costs, roughly. */
  readonly rate: number;
  /** Whether an address has the house number before the street. */
  readonly numberFirst: boolean;
  readonly towns: readonly Town[];
}

interface NamedValues {
  readonly name: string;
  readonly values: readonly string[];
}

/** One kind of thing that a shop sells. */
export interface Article {
  readonly name: string;
  readonly silhouette: string;
  /** The handle of the collection it is found in. */
  readonly category: string;
  /** In euros. */
  readonly price: { readonly from: number; readonly to: number };
  readonly kinds: readonly string[];
  readonly materials: readonly string[];
  readonly sizes: NamedValues;
  readonly features: readonly string[];
  readonly specifications: readonly NamedValues[];
}

/** A line of business with its vocabulary. */
export interface Vertical {
  /** The vertical's part of an image's path. */
  readonly key: string;
  /** What a shop of the vertical is called after its founder's name. */
  readonly shopWord: string;
  readonly shops: readonly { readonly name: string; readonly countryCode: string }[];
  readonly brands: readonly string[];
  readonly models: readonly string[];
  /** Keys of the colours that most of its products come in. */
  readonly colours: readonly string[];
  /** Each completes "for …". */
  readonly purposes: readonly string[];
  /** Whole sentences. */
  readonly closings: readonly string[];
  readonly categories: readonly { readonly handle: string; readonly name: string; readonly description: string }[];
  readonly articles: readonly Article[];
}

/** In the order in which merchants take them. */
export const VERTICALS: readonly Vertical[] = [
  outdoor,
  kitchen,
  tools,
  stationery,
  textiles,
  electronics,
  garden,
  toys,
];

export const COUNTRIES: readonly Country[] = countries;

/** By key. */
export const COLOURS: ReadonlyMap<string, Colour> = new Map(colours.map((colour) => [colour.key, colour]));

/**
 * SVG fragments in a box of 200 by 200, by the name that an image's path has for them. Their paints are names (`main`, `dark`,
 * `metal` …), which the picture replaces by colours; a shape without a `fill` has none.
 */
export const SILHOUETTES: ReadonlyMap<string, string> = new Map(
  Object.entries(silhouettes).map(([key, drawing]) => [key, drawing.replaceAll("'", '"')]),
);
