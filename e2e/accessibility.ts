import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** What passed is not read, and reporting it takes a third of the time. */
const OPTIONS = { resultTypes: ['violations'] } satisfies axe.RunOptions;

/** No rule of axe's is broken by what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  // A document keeps axe until it goes: reading half a megabyte of it takes as long as asking it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Frames of other origins (the card provider's) are asked each in its turn, and put together on a page of their own; that costs three times as much.
  const violations = page.frames().length === 1 ? await violationsIn(page) : await violationsInFrames(page);
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
}

async function violationsIn(page: Page): Promise<axe.Result[]> {
  return await page.evaluate(async (options) => (await window.axe.run(document, options)).violations, OPTIONS);
}

async function violationsInFrames(page: Page): Promise<axe.Result[]> {
  return (await new AxeBuilder({ page }).options(OPTIONS).analyze()).violations;
}
