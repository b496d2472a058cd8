import { expect, type Page } from '@playwright/test';
import { payerAt } from '../test/payer.ts';
import { Shopper } from '../test/shopper.ts';
import { enrol, type Person, type Session } from './people.ts';

/** A stranger with an account and a monthly season, paid for as the payment page does (`purchase.spec.ts` walks it). */
export async function subscribe(page: Page): Promise<Person & Session> {
  const person = await enrol(page);
  await shopperOf(person).buy();
  return person;
}

/** Calls the API as that person's browser would. */
export function shopperOf(person: Person & Session): Shopper {
  const siteUrl = process.env['BASE_URL'] ?? '';
  const payer = payerAt(process.env['SANDBOX_URL'] ?? '');
  return Shopper.withSession({ siteUrl, payer }, person);
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
