/** The colours that products come in: what a shop calls them, and what a picture paints them with. */
export interface Colour {
  readonly key: string;
  readonly name: string;
  readonly hex: string;
}

const NAMES = {
  'moss-green': ['Moss green', '#6c8a4e'],
  'pine-green': ['Pine green', '#2f6b54'],
  sage: ['Sage', '#9db49a'],
  mint: ['Mint', '#8fd0b8'],
  'fjord-blue': ['Fjord blue', '#2f6690'],
  'sky-blue': ['Sky blue', '#79b4dc'],
  navy: ['Navy', '#2b3f66'],
  'petrol-blue': ['Petrol blue', '#25737f'],
  turquoise: ['Turquoise', '#36a9a6'],
  lavender: ['Lavender', '#a79cce'],
  aubergine: ['Aubergine', '#66406b'],
  plum: ['Plum', '#8a4b76'],
  rose: ['Rosé', '#e3a6a8'],
  coral: ['Coral', '#ec7f67'],
  red: ['Red', '#cc3f3c'],
  'signal-red': ['Signal red', '#d9352b'],
  burgundy: ['Burgundy', '#84303f'],
  terracotta: ['Terracotta', '#c56f4c'],
  rust: ['Rust', '#a9532f'],
  orange: ['Orange', '#ec8a34'],
  apricot: ['Apricot', '#f2b27d'],
  'sun-yellow': ['Sun yellow', '#f1bf3d'],
  mustard: ['Mustard', '#cf9e33'],
  ochre: ['Ochre', '#c2883a'],
  sand: ['Sand', '#d8c3a0'],
  cream: ['Crème', '#f1e6cf'],
  white: ['White', '#f7f6f2'],
  'light-grey': ['Light grey', '#c4c8cc'],
  graphite: ['Graphite', '#565c64'],
  anthracite: ['Anthracite', '#3a3f45'],
  black: ['Black', '#26282b'],
  silver: ['Silver', '#b4bbc3'],
  copper: ['Copper', '#b9714a'],
  brass: ['Brass', '#c6a353'],
  oak: ['Oak', '#c79d6b'],
  walnut: ['Walnut', '#80583d'],
  chestnut: ['Chestnut', '#8c5135'],
} as const satisfies Record<string, readonly [name: string, hex: string]>;

export type ColourKey = keyof typeof NAMES;

/** Every colour, by its key; the key is also the colour's part of an image's path. */
export const COLOURS: ReadonlyMap<string, Colour> = new Map(
  Object.entries(NAMES).map(([key, [name, hex]]) => [key, { key, name, hex }]),
);
