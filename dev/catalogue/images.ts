/**
 * Renders pictures of generated products. The path of an image selects what to draw. Every part of a picture comes from
 * a fixed table or a computed number; no text of the path is copied into it.
 */
import { fnv1a } from '../../src/runtime/fnv1a.ts';
import { capitalised } from './text.ts';
import { COLOURS, type Colour, SILHOUETTES, VERTICALS } from './vocabulary.ts';

const PATH = /^([a-z]{1,20})\/([a-z-]{1,20})\/([a-z-]{1,20})\/([a-z0-9-]{1,120})-([1-3])\.svg$/;
const VERTICAL_KEYS: ReadonlySet<string> = new Set(VERTICALS.map(({ key }) => key));

/** Returns the path of a picture. `view` 1, 2 or 3 selects the scene. */
export function productImagePath(
  vertical: string,
  silhouette: string,
  colour: Colour,
  productId: string,
  view: number,
): string {
  return `${vertical}/${silhouette}/${colour.key}/${productId}-${view}.svg`;
}

/** Renders the SVG of a generated path; returns null for any other path. */
export function renderProductImage(path: string): string | null {
  const [, vertical = '', silhouetteKey = '', colourKey = '', productId = '', view = ''] = PATH.exec(path) ?? [];
  const drawing = SILHOUETTES.get(silhouetteKey);
  const colour = COLOURS.get(colourKey);
  if (drawing === undefined || colour === undefined || !VERTICAL_KEYS.has(vertical)) {
    return null;
  }
  const title = `${capitalised(silhouetteKey.replaceAll('-', ' '))}, ${colour.name.toLowerCase()}`;
  // All pictures of a product have the same variations.
  return picture(title, painted(drawing, colour), backgroundOf(colour), fnv1a(productId), Number(view));
}

function picture(
  title: string,
  drawing: string,
  ground: { from: string; to: string; glow: string },
  chance: number,
  view: number,
): string {
  const angle = chance % 90;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<defs><linearGradient id="ground" gradientTransform="rotate(${angle} .5 .5)">`,
    `<stop offset="0" stop-color="${ground.from}"/><stop offset="1" stop-color="${ground.to}"/></linearGradient></defs>`,
    `<rect width="600" height="600" fill="url(#ground)"/>`,
    `<g fill="${ground.glow}" opacity=".6">${BACKDROPS[chance % BACKDROPS.length]}</g>`,
    scene(drawing, chance, view),
    '</svg>',
  ].join('');
}

const BACKDROPS = [
  '<circle cx="300" cy="292" r="216"/>',
  '<path d="M110 600V300a190 190 0 0 1 380 0v300Z"/>',
  '<path d="M0 420Q150 360 300 410T600 400V600H0Z"/>',
  '<rect x="92" y="92" width="416" height="416" rx="96"/>',
  '<circle cx="440" cy="150" r="250"/>',
] as const;

/** View 1: the article in the centre. View 2: a close-up. View 3: the article with two more behind it. */
function scene(drawing: string, chance: number, view: number): string {
  const tilt = (chance % 9) - 4;
  if (view === 2) {
    return placed(drawing, 318, 316, 2.55, tilt - 8);
  }
  if (view === 3) {
    const behind = placed(drawing, 176, 236, 1.05, -10) + placed(drawing, 432, 228, 1.05, 9);
    return `<g opacity=".5">${behind}</g>${shadow(300, 500, 120)}${placed(drawing, 300, 358, 1.5, tilt / 2)}`;
  }
  return shadow(300, 486, 150) + placed(drawing, 300, 300, 1.95, tilt / 2);
}

function placed(drawing: string, x: number, y: number, scale: number, tilt: number): string {
  const transform = `translate(${x} ${y}) rotate(${tilt}) scale(${scale}) translate(-100 -100)`;
  return `<g transform="${transform}" fill="none" stroke-linecap="round" stroke-linejoin="round">${drawing}</g>`;
}

function shadow(x: number, y: number, width: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="18" fill="#1b1a18" opacity=".13"/>`;
}

/** Replaces the names of paints with colours. */
function painted(drawing: string, colour: Colour): string {
  const paints: Readonly<Record<string, string>> = {
    main: colour.hex,
    dark: mixed(colour.hex, '#14161a', 0.3),
    light: mixed(colour.hex, '#ffffff', 0.38),
    // A contrasting accent: cool for warm colours and vice versa.
    accent: isWarm(colour.hex) ? '#2d7f86' : '#e9894a',
    ink: '#2f3136',
    metal: '#b9c0c8',
    paper: '#fdfaf3',
    wood: '#bd8f60',
    brass: '#c9a44e',
    sun: '#f4c95d',
    rose: '#eba6a4',
    leaf: '#5c8f58',
    lime: '#c9dd6a',
    petrol: '#2b5f6b',
  };
  return drawing.replace(/(fill|stroke)="([a-z]+)"/g, (whole, attribute: string, paint: string) =>
    paint in paints ? `${attribute}="${paints[paint]}"` : whole,
  );
}

/** Returns a soft background in a tint of the colour, darker for an article that is nearly white. */
function backgroundOf(colour: Colour): { from: string; to: string; glow: string } {
  if (brightness(colour.hex) > 0.78) {
    return { from: mixed(colour.hex, '#8a96a3', 0.42), to: mixed(colour.hex, '#6f7f8f', 0.58), glow: '#aab5bf' };
  }
  return {
    from: mixed(colour.hex, '#fbf6ee', 0.86),
    to: mixed(colour.hex, '#efe7da', 0.64),
    glow: mixed(colour.hex, '#ffffff', 0.9),
  };
}

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Mixes `share` (0…1) of the other colour into the first one. */
function mixed(hex: string, other: string, share: number): string {
  const others = channels(other);
  const parts = channels(hex).map((channel, index) => Math.round(channel + ((others[index] ?? 0) - channel) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function brightness(hex: string): number {
  const [red, green, blue] = channels(hex);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

function isWarm(hex: string): boolean {
  const [red, , blue] = channels(hex);
  return red > blue + 24;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
