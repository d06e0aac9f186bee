/** Checks pages by the accessibility rules of axe-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/service.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The axe-core violations of the page in its current state. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  // Animations change colours, and so contrasts.
  await eventually(
    () => page.evaluate(`document.getAnimations().length`),
    (running) => running === 0,
  );
  return page.evaluate(`axe.run({ rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(' | '))))`);
}
