/**
 * The vocabulary of the generator as typed data: verticals with their articles, colours, countries and drawings. The
 * data is in `data/`. A unit test checks the references between the files.
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
  /** The colour in the path of an image. */
  readonly key: string;
  readonly name: string;
  readonly hex: string;
}

interface Town {
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly timezone: string;
}

export interface Country {
  readonly code: string;
  readonly currency: string;
  /** The price of one euro, roughly. */
  readonly rate: number;
  /** Whether the house number is before the street. */
  readonly numberFirst: boolean;
  readonly towns: readonly Town[];
}

interface NamedValues {
  readonly name: string;
  readonly values: readonly string[];
}

/** A kind of product. */
export interface Article {
  readonly name: string;
  readonly silhouette: string;
  /** The handle of its collection. */
  readonly category: string;
  /** In euros. */
  readonly price: { readonly from: number; readonly to: number };
  readonly kinds: readonly string[];
  readonly materials: readonly string[];
  readonly sizes: NamedValues;
  readonly features: readonly string[];
  readonly specifications: readonly NamedValues[];
}

/** A line of business and its vocabulary. */
export interface Vertical {
  /** The vertical in the path of an image. */
  readonly key: string;
  /** The word after the founder's name in the name of a shop. */
  readonly shopWord: string;
  readonly shops: readonly { readonly name: string; readonly countryCode: string }[];
  readonly brands: readonly string[];
  readonly models: readonly string[];
  /** The keys of the colours of most of its products. */
  readonly colours: readonly string[];
  /** Each completes "for …". */
  readonly purposes: readonly string[];
  /** Whole sentences. */
  readonly closings: readonly string[];
  readonly categories: readonly { readonly handle: string; readonly name: string; readonly description: string }[];
  readonly articles: readonly Article[];
}

/** In the order of the merchants. */
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
 * SVG fragments in a box of 200 × 200, by their names in the paths of images. Paints are names (`main`, `dark`, `metal`
 * …) that the renderer replaces with colours. A shape without a `fill` has none.
 */
export const SILHOUETTES: ReadonlyMap<string, string> = new Map(
  Object.entries(silhouettes).map(([key, drawing]) => [key, drawing.replaceAll("'", '"')]),
);
