import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No rule of axe's is broken by what the page shows, once it has its heading; one that is just leading on is looked at again. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => violationsOf(page), 'accessibility').toEqual([]);
}

async function violationsOf(page: Page) {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // Frames of other origins (the card provider's) are put together on a page of their own; that costs three times as much.
  const alone = page.frames().length === 1;
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(alone);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}
