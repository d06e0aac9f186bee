/** Generates the texts of a product from the vocabulary of its vertical. */
import type { Random } from '../random.ts';
import { capitalised } from './text.ts';
import type { Article, Colour, Vertical } from './vocabulary.ts';

/** The choices that the texts, numbers and pictures of a product have in common. */
export interface Choice {
  readonly article: Article;
  readonly kind: string;
  readonly brand: string;
  readonly model: string;
  readonly material: string;
  /** At least one. */
  readonly colours: readonly Colour[];
  /** At least one. */
  readonly sizes: readonly string[];
}

/** Returns a title. Some name the colour, some the size or the material, all the article. */
export function makeTitle(choice: Choice, random: Random): string {
  const { brand, model, kind, article, material } = choice;
  const colour = (choice.colours[0] as Colour).name;
  const size = measure(article, choice.sizes[0] as string);
  return random.pick([
    `${brand} ${model} ${kind} ${article.name}, ${colour}`,
    `${brand} ${kind} ${article.name} “${model}” ${size}`,
    `${brand} ${model} ${article.name} ${size}, ${colour}`,
    `${kind} ${article.name} ${model} by ${brand}`,
    `${brand} ${kind} ${article.name}, ${material}`,
    `${brand} ${model} ${kind} ${article.name} ${size}`,
    `${kind} ${article.name} ${model}, ${colour}, ${size}`,
    `${brand} ${kind} ${article.name} in ${colour}`,
  ]);
}

/** Returns a size for a title: a bare number needs a word. */
function measure({ sizes }: Article, size: string): string {
  if (!/^[\d.]+$/.test(size)) return size;
  return sizes.name === 'Size' ? `size ${size}` : `${size} ${sizes.name.toLowerCase()}`;
}

export function makeSubtitle(choice: Choice, vertical: Vertical, random: Random): string {
  return random.pick([
    `For ${random.pick(vertical.purposes)}`,
    `With ${random.pick(choice.article.features)}`,
    capitalised(choice.material),
    `${capitalised(choice.material)}, for ${random.pick(vertical.purposes)}`,
    `${choice.brand} – with ${random.pick(choice.article.features)}`,
  ]);
}

/** Returns one to three sentences. They have no article or verb that must agree with an inserted word. */
export function makeDescription(choice: Choice, vertical: Vertical, random: Random): string {
  const { article, kind, model, material } = choice;
  const product = `${kind} ${article.name}`.toLowerCase();
  const [feature = '', second = ''] = random.sample(article.features, 2);
  const purpose = random.pick(vertical.purposes);
  const opening = random.pick([
    `${capitalised(product)} for ${purpose}, made of ${material}.`,
    `“${model}” from ${choice.brand}: ${material}, ${feature} and ${second}.`,
    `Made for ${purpose}, with ${feature}.`,
    `${capitalised(material)} and ${feature}: well suited to ${purpose}.`,
    `A favourite for ${purpose}, now with ${feature} and ${second}.`,
  ]);
  const colours = listed(choice.colours.map(({ name }) => name.toLowerCase()));
  const details = [
    ...(choice.colours.length > 1 ? [`Available in ${colours}.`] : []),
    ...(random.chance(0.6) ? [random.pick(vertical.closings)] : []),
  ];
  return [opening, ...details].join(' ');
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
