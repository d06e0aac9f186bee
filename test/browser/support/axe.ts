/** Checks pages by the accessibility rules of axe-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/service.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe-core that depend on colours. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The violations of these rules of axe-core (default: all) by the page in its current state. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate('window.axe !== undefined'))) await page.evaluate(AXE);
  // Animations change colours, and so contrasts.
  await eventually(
    () => page.evaluate(`document.getAnimations().length`),
    (running) => running === 0,
  );
  const options = rules === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly: rules };
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(' | '))))`);
}
