import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import type { CalendarDate } from '../src/domain/calendar-date.ts';
import { mailingBatches, mailingRuns } from '../src/server/fulfilment/schema.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { giveRole } from '../src/server/identity/operators/roles.ts';
import { lastPostInstant } from '../test/builders/post-days.ts';
import { AT_A_TERMINAL } from '../test/builders/operators.ts';
import { giveAuthenticator } from './authenticator.ts';
import { inDatabase, sharedShop } from './shops.ts';
import { expectNotice } from './subscriber.ts';
import { enrol, storeSession, type TestUser } from './users.ts';

/**
 * An owner at the console, without the pages that lead to the role (`operator.spec.ts` walks them).
 * @param databaseUrl of the server whose page it is, if it is not the shared one's
 */
export async function becomeOperator(page: Page, databaseUrl = sharedShop().databaseUrl): Promise<TestUser> {
  const user = await enrol(page);
  const passed = await giveAuthenticator(page, user.accessToken);
  await inDatabase({ databaseUrl }, (db) =>
    db.transaction((tx) => giveRole(tx, user.userId, 'owner', AT_A_TERMINAL, new Date())),
  );
  await storeSession(page, passed);
  await page.goto('/operator');
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

/** As if the run had been printed when the post was open last. */
export async function datePrintBack(db: Database, runId: string): Promise<void> {
  const at = lastPostInstant();
  await db.update(mailingRuns).set({ frozenAt: at, printedAt: at }).where(eq(mailingRuns.id, runId));
  await db.update(mailingBatches).set({ printedAt: at }).where(eq(mailingBatches.runId, runId));
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
