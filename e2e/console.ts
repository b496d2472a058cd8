import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import type { CalendarDate } from '../src/domain/calendar-date.ts';
import { mailingRuns } from '../src/server/fulfilment/schema.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { turnOnTwoStep } from './authenticator.ts';
import { atTerminalOf } from './shops.ts';
import { expectNotice } from './subscriber.ts';
import { enrol, type TestUser } from './users.ts';

/** @param settings of the server whose page it is, if it is not the shared one */
export async function becomeOperator(page: Page, settings: Readonly<Record<string, string>> = {}): Promise<TestUser> {
  const user = await enrol(page);
  await turnOnTwoStep(page);
  expect(await atTerminalOf(settings, 'grant', user.email)).toContain('is an operator');
  await page.goto('/account');
  await page.getByRole('link', { name: 'Console' }).click();
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 });
  return user;
}

/** A run that waits for an operator: it has been opened again, so that the clock leaves it alone. */
export async function openRun(db: Database, nominalOn: CalendarDate): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  const dates = { nominalOn, handOverOn: nominalOn, freezesAt: now, reopenedAt: now, createdAt: now };
  await db.insert(mailingRuns).values({ id, kind: 'first_letter', state: 'planned', ...dates });
  return id;
}

export async function textOf(download: Download): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  return (await extractText(pdf, { mergePages: true })).text;
}

export async function download(page: Page, name: string): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download: ${name}` }).click(),
  ]);
  return file;
}

export async function freeze(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await expectNotice(page, 'Frozen: every letter has its address and its number.');
}
