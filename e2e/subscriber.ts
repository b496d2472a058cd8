import { expect, type Page } from '@playwright/test';
import { CARDS, enterCard, expectThanks, goToPayment, payButton } from './checkout.ts';
import { type Person, signUp } from './people.ts';

/** Signs a stranger up and buys them a monthly season. */
export async function subscribe(page: Page): Promise<Person> {
  const person = await signUp(page);
  await goToPayment(page);
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  return person;
}

/** Answers calls to that address with a failure of ours, until the returned function is called. */
export async function failAt(page: Page, url: string, status = 500): Promise<() => Promise<void>> {
  const code = status === 503 ? 'payments_unavailable' : 'internal';
  const error = status === 503 ? 'Unable to fetch payment information' : 'The post office is on fire.';
  await page.route(url, (route) => route.fulfill({ status, json: { error, code, requestId: 'test' } }));
  return () => page.unroute(url);
}

/** What the page says came of it stands there, with the focus on it so that it is read out. */
export async function expectNotice(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator(':focus').filter({ hasText: text })).toBeVisible();
}
