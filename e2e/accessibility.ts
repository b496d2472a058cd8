import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** No page has sound or video, whose lengths would be loaded first. */
const RUN = "axe.run(document, { resultTypes: ['violations'], preload: false }).then(({ violations }) => violations)";

/** What is used of an answer of axe's. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** No rule of axe's is broken by what the page shows, once it has its heading; one that is just leading on is looked at again. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => violationsOf(page), 'accessibility').toEqual([]);
}

async function violationsOf(page: Page) {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // Frames of other origins (the card provider's) are put together on a page of their own; that costs many times as much.
  const violations = page.frames().length === 1 ? await runAlone(page) : await runWithFrames(page);
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}

async function runAlone(page: Page): Promise<readonly Violation[]> {
  await page.evaluate(AXE);
  return await page.evaluate<readonly Violation[]>(RUN);
}

async function runWithFrames(page: Page): Promise<readonly Violation[]> {
  return (await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()).violations;
}
