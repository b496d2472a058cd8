import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { getAccount } from '../src/contract/account.ts';
import { addDays, newYorkDate } from '../src/domain/calendar-date.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { subscriptions } from '../src/server/commerce/schema.ts';
import { handOverLetters } from '../test/builders/subscribers.ts';
import { type Session, Shopper } from '../test/clients/shopper.ts';
import { enrol, type TestUser } from './users.ts';
import { inDatabase, sharedShop } from './shops.ts';

/** A stranger with an account and a monthly season, paid for as the payment page does (`purchase.spec.ts` walks it). */
export async function subscribe(page: Page): Promise<TestUser & Session> {
  const user = await enrol(page);
  await shopperOf(user).buy();
  return user;
}

/** Hands a letter of a subscriber's oldest season over `daysAgo` days ago; delivery takes two to five days. */
export async function handOverLetter(user: Session, letter: number, daysAgo: number): Promise<void> {
  const { subscriptions } = await shopperOf(user).call(getAccount);
  const day = addDays(newYorkDate(new Date()), -daysAgo);
  const options = { from: letter, takesDays: [2, 5] } as const;
  await inDatabase(sharedShop(), (db) => handOverLetters(db, subscriptions[0]?.id ?? '', [day], options));
}

/** Delivers letters `from` to `to`, as if their months had passed. */
export async function lettersCome(user: Session, from: number, to: number, lastDaysAgo: number): Promise<void> {
  const { subscriptions } = await shopperOf(user).call(getAccount);
  const last = addDays(newYorkDate(new Date()), -lastDaysAgo);
  const days = Array.from({ length: to - from + 1 }, (_, index) => addDays(last, index - (to - from)));
  const options = { from, takesDays: [2, 5] } as const;
  await inDatabase(sharedShop(), (db) => handOverLetters(db, subscriptions[0]?.id ?? '', days, options));
}

/** Hands over the whole season, two letters a month, and completes the subscription like fulfilment. */
export async function finishSeason(db: Database, subscriptionId: string): Promise<void> {
  const days = Array.from({ length: 24 }, (_, index) => addDays('2026-10-09', (index - 23) * 14));
  await handOverLetters(db, subscriptionId, days);
  const endedAt = new Date('2026-10-09T16:00:00Z');
  const serviceStart = addDays('2026-10-09', -350);
  const ended = { status: 'completed', serviceStart, endedAt, updatedAt: endedAt } as const;
  await db.update(subscriptions).set(ended).where(eq(subscriptions.id, subscriptionId));
}

/** Calls the API as that user's browser would. */
export function shopperOf({ userId, email, accessToken }: Session, { siteUrl, payer } = sharedShop()): Shopper {
  return new Shopper(siteUrl, payer, userId, email, accessToken);
}

/** Makes calls to that URL fail until the returned function is called. */
export async function failAt(page: Page, url: string, status = 500): Promise<() => Promise<void>> {
  const code = status === 503 ? 'payments_unavailable' : 'internal';
  const error = status === 503 ? 'Unable to fetch payment information' : 'The post office is on fire.';
  await page.route(url, (route) => route.fulfill({ status, json: { error, code, requestId: 'test' } }));
  return () => page.unroute(url);
}

/** The overview's one call fails, so each part of the page is fetched by itself. */
export async function fetchPartsAlone(page: Page): Promise<void> {
  await page.route('**/api/account/overview', (route) => route.abort());
}

/** The page shows the result and focuses it, so that screen readers read it. */
export async function expectNotice(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator(':focus').filter({ hasText: text })).toBeInViewport();
}
