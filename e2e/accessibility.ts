import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Preloading would load the lengths of sounds and videos, which no page has. */
const RUN = "axe.run(document, { resultTypes: ['violations'], preload: false }).then(({ violations }) => violations)";

/** The fields of axe's result that are used. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Axe finds no violation once the page has its heading. Tries again, since the page may still be redirecting. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(async () => expect(await violationsOf(page), 'accessibility').toEqual([])).toPass({ timeout: 30_000 });
}

async function violationsOf(page: Page) {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // With frames of another origin (the card provider's), AxeBuilder opens a second page, which takes many times as long.
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
