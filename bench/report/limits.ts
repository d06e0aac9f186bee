/** Figures with a limit in place of a floor. The reference is the limit, so the ratio shows the distance to it. */
import { type Figure, figureOf, type Target, type Unit } from './figures.ts';

interface Limited {
  readonly what: string;
  readonly unit: Unit;
  readonly value: number;
}

export const valueAtMost = (limited: Limited & { readonly most: number }): Figure =>
  limitFigure(limited, limited.most, `≤ ${limited.most}`, (value) => value <= limited.most);

export const valueAtLeast = (limited: Limited & { readonly least: number }): Figure =>
  limitFigure(limited, limited.least, `≥ ${limited.least}`, (value) => value >= limited.least);

function limitFigure(
  { what, unit, value }: Limited,
  limit: number,
  text: string,
  isReached: (value: number) => boolean,
): Figure {
  const target: Target = { text: `${text} ${unit}`, isReached: () => isReached(value) };
  return figureOf({ what, unit, against: 'the limit', rounds: [{ measured: value, reference: limit }], target });
}
