import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No rule of axe's is broken by what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  // Nobody reads what passed, and telling it takes a third of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // Frames of other origins (the card provider's) cost a page of their own each time; where there are none it takes half as long without.
  if (page.frames().length === 1) axe.setLegacyMode();
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
}
