import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import type { CalendarDate } from '../src/domain/calendar-date.ts';
import { type Database, openDatabase, type Transaction } from '../src/server/platform/db/database.ts';
import { mailingRuns } from '../src/server/fulfilment/schema.ts';
import { emailOutbox } from '../src/server/platform/schema.ts';
import { runFulfilmentSchedule } from '../src/server/fulfilment/timetable.ts';
import { addSubscriber, type Subscriber } from '../test/builders/subscribers.ts';
import { barsOnPages, lettersOfBars } from '../test/models/printed-bars.ts';
import { fulfilmentContext } from '../test/server/fulfilment-context.ts';
import { expectAccessible } from './accessibility.ts';
import { atTerminal } from './shops.ts';
import { turnOnTwoStep } from './authenticator.ts';
import { becomeOperator, datePrintBack, download, freeze, openRun, textOf } from './console.ts';
import { enrol } from './users.ts';
import { expectNotice, failAt } from './subscriber.ts';

/**
 * Long before other tests' letters: only this test's subscribers are due on that day.
 */
const THAT_DAY: CalendarDate = '2024-05-14';
const NEXT_DAY: CalendarDate = '2024-05-15';

/** Adds an email that failed. @returns its recipient */
async function failedEmail(db: Database): Promise<string> {
  const id = randomUUID();
  const recipient = `${id}@example.com`;
  const email = { id, dedupeKey: id, kind: 'welcome', recipient, data: { name: 'Odile' }, createdAt: new Date() };
  await db.insert(emailOutbox).values({ ...email, status: 'failed' });
  return recipient;
}

/** How many sessions wait for this transaction's locks. */
async function waiting(tx: Transaction): Promise<number | undefined> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`,
  );
  return rows[0]?.count;
}

test.describe('the console', () => {
  test('asks a stranger to sign in, and is an unknown address to subscribers', async ({ page }) => {
    await page.goto('/operator/runs');
    await expect(page).toHaveURL('/signin?next=%2Foperator%2Fruns');
    await enrol(page);
    await page.goto('/operator/runs');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await page.goto('/account');
    await expect(page.getByRole('link', { name: 'Console' })).toHaveCount(0);
  });

  test('asks a packer for the second step, then for the code, and opens the mailing room alone', async ({ page }) => {
    const user = await enrol(page);
    const [code = ''] =
      /([A-Z2-7]{6}-){3}[A-Z2-7]{6}/.exec(await atTerminal('grant', user.email, '--role', 'packer')) ?? [];
    await page.goto('/signin');
    await expect(page.getByRole('heading', { name: 'Turn On Two-Step Verification' })).toBeVisible();
    await expectAccessible(page);
    await turnOnTwoStep(page);
    await page.goto('/operator');
    await expect(page.getByRole('heading', { name: 'Enter the Code for Your Authenticator' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Code from an owner').fill(code.replace('A', 'B').split('').reverse().join(''));
    await page.getByRole('button', { name: 'Open the Console' }).click();
    await expect(page.getByRole('alert')).toContainText('That isn’t the code');
    await page.getByLabel('Code from an owner').fill(code);
    await page.getByRole('button', { name: 'Open the Console' }).click();
    await expect(page.getByRole('heading', { name: 'Every mailing' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link')).toHaveText([
      'Runs',
      'Letter problems',
      'Postage',
      'Calendar',
      'Account',
    ]);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.goto('/operator/subscribers');
    await expect(page.getByText('Your role, packer, doesn’t include this page.', { exact: false })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('a mailing day', () => {
  let db: Database;
  const subscribers: Record<'polish' | 'abroad', Subscriber | null> = { polish: null, abroad: null };

  test.beforeAll(async () => {
    db = openDatabase(process.env['DATABASE_URL'] ?? '', { maxConnections: 2 });
    // Runs today's schedule first, so that its runs don't take this test's subscribers.
    const clock = { now: () => new Date() };
    await runFulfilmentSchedule(fulfilmentContext(db, clock));
    const season = { serviceStart: '2024-05-01', status: 'cancelled' } as const;
    subscribers.polish = await addSubscriber(db, {
      ...season,
      address: { fullName: 'Łukasz Żółć', addressLine1: 'Ośmiornic 7', city: 'Wick Harbor' },
    });
    subscribers.abroad = await addSubscriber(db, {
      ...season,
      address: { fullName: 'Björk Jónsdóttir', city: 'Reykjavík', country: 'OTHER', countryName: 'Iceland' },
    });
  });
  test.afterAll(async () => {
    await db.$client.end();
  });

  test('from the plan to the hand-over, with a letter lost on the way', async ({ page }) => {
    test.slow();
    await becomeOperator(page);
    await page.goto('/account');
    await page.getByRole('link', { name: 'Console' }).click();
    await expect(page).toHaveURL('/operator');
    const id = await openRun(db, THAT_DAY);

    await test.step('plan', async () => {
      await page.goto(`/operator/run?run=${id}`);
      await page.getByRole('button', { name: 'Plan Again' }).click();
      await expectNotice(page, 'Planned as things stand now.');
      await expect(page.getByText('2 letters due').first()).toBeVisible();
    });

    await test.step('freeze, and take it back', async () => {
      await freeze(page);
      await page.getByRole('button', { name: 'Undo the Freeze' }).click();
      await expectNotice(page, 'Open again.');
    });

    await test.step('plan what another operator has frozen meanwhile: the refusal is not the next button’s', async () => {
      const other = await page.context().newPage();
      await other.goto(`/operator/run?run=${id}`);
      await freeze(other);
      await other.close();
      const mend = await failAt(page, '**/plan');
      await page.getByRole('button', { name: 'Plan Again' }).click();
      await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled();
      await expectNotice(page, 'The post office is on fire.');
      await mend();
    });

    await test.step('set aside', async () => {
      await page.getByRole('button', { name: 'Set aside' }).click();
      await expect(page.getByText('Reykjavík')).toBeVisible();
      await page.getByRole('button', { name: 'Decide: letter 1 to Björk Jónsdóttir' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: /Correct the address/ }).check();
      await dialog.getByLabel('City').fill('Akureyri');
      await dialog.getByRole('button', { name: 'Correct It' }).click();
      await expectNotice(page, 'Letter 1 to Björk Jónsdóttir is on the pile, with its address corrected.');
      await expect(page.getByText('No address was set aside. The postman will manage.')).toBeVisible();
    });

    await test.step('print, with the page loaded again in the middle: there is one batch', async () => {
      const print = page.getByRole('button', { name: 'Print', exact: true });
      await db.transaction(async (tx) => {
        await tx.select().from(mailingRuns).where(eq(mailingRuns.id, id)).for('update');
        await print.click();
        await expect.poll(() => waiting(tx)).toBeGreaterThan(0);
        await page.reload();
        await expect(print).toBeVisible();
      });
      await print.click();
      await expectNotice(page, 'Printed what was frozen.');
      await expect(page.getByRole('heading', { name: /Batch \d/ })).toHaveText(['Batch 1']);
    });

    await test.step('with no codes, mailer id or printer there is nothing of them', async () => {
      await expect(page.getByText('Or somebody else prints and mails it', { exact: false })).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Download: letter-01-codes/ })).toHaveCount(0);
      const envelopes = await readFile(await (await download(page, 'letter-01-envelopes.pdf')).path(), 'latin1');
      expect(barsOnPages(envelopes).map(lettersOfBars)).toEqual([null, null]);
      expect(await textOf(await download(page, 'letter-01-pages.pdf'))).not.toMatch(/([0-9A-Z]{4}-){3}[0-9A-Z]{4}/);
    });

    await test.step('read what is printed', async () => {
      const labels = await textOf(await download(page, 'letter-01-labels.pdf'));
      for (const line of ['Łukasz Żółć', 'Ośmiornic 7', 'Akureyri', 'ICELAND', 'L20240514-01-000001']) {
        expect(labels).toContain(line);
      }
      const manifest = await readFile(await (await download(page, 'manifest.csv')).path(), 'utf8');
      expect(manifest).toContain('L20240514-01-000002');
    });

    await test.step('hand over', async () => {
      await datePrintBack(db, id);
      await page.reload();
      await page.getByRole('button', { name: 'Hand Over' }).click();
      await page.getByRole('button', { name: 'The Post Has It' }).click();
      await expectNotice(page, '2 letters handed over.');
      await expect(page.getByText('2 of 2 letters')).toBeVisible();
    });

    await test.step('report lost', async () => {
      await page.getByRole('button', { name: 'On the pile' }).click();
      await page.getByRole('button', { name: 'Report: letter 1 to Łukasz Żółć' }).click();
      await page.getByRole('dialog').getByLabel('In your words').fill('Last seen at sea.');
      await page.getByRole('button', { name: 'Mark Lost and Send Copy' }).click();
      await expect(page.getByText('Last seen at sea.')).toBeVisible();
      await page.goto('/operator/trouble?kind=lost');
      await expect(page.getByRole('listitem').filter({ hasText: 'Łukasz Żółć' })).toContainText('Copy ordered.');
    });

    await test.step('send it again', async () => {
      const next = await openRun(db, NEXT_DAY);
      await page.goto(`/operator/run?run=${next}`);
      await freeze(page);
      await page.getByRole('button', { name: 'On the pile' }).click();
      const again = page.getByRole('listitem').filter({ hasText: 'Łukasz Żółć' });
      await expect(again).toContainText('Letter 1, sent for the second time: on the pile.');
      const [piece] = await db.select().from(mailingRuns).where(eq(mailingRuns.id, next));
      expect(piece?.state).toBe('frozen');
    });

    await test.step('close the post on a day to come, and take it back', async () => {
      await page.goto('/operator/calendar');
      await page.getByRole('button', { name: 'Correct a Day' }).click();
      await page.getByLabel('Day', { exact: true }).fill('2029-06-06');
      await page.getByRole('button', { name: 'Correct It' }).click();
      await page.getByRole('button', { name: 'Take Back: Wednesday, June 6, 2029' }).click();
      await page.getByRole('button', { name: 'Take It Back' }).click();
      await expectNotice(page, 'Wednesday, June 6, 2029 is as the table has it.');
      await expect(page.getByRole('button', { name: 'Take Back: Wednesday, June 6, 2029' })).toHaveCount(0);
    });

    await test.step('try failed emails again, one of which another operator has tried already', async () => {
      const [mine, theirs] = [await failedEmail(db), await failedEmail(db)];
      await page.goto('/operator/emails');
      await page.getByRole('button', { name: `Try Again: Welcome to ${mine}` }).click();
      await expectNotice(page, `Welcome to ${mine} will be sent again.`);
      await expect(page.getByText(mine)).toHaveCount(1);
      await db.update(emailOutbox).set({ status: 'sent' }).where(eq(emailOutbox.recipient, theirs));
      await page.getByRole('button', { name: `Try Again: Welcome to ${theirs}` }).click();
      await expectNotice(page, 'That mail has not failed, or is being tried already.');
      await expect(page.getByText(theirs)).toHaveCount(0);
    });

    await test.step('what is asked of a page keeps the focus when the answer comes', async () => {
      await page.goto('/operator/figures');
      const week = page.getByRole('button', { name: '7 days' });
      await week.click();
      await expect(page.getByText('Visits of the last 7 days that came so far').first()).toBeVisible();
      await expect(week).toBeFocused();
      await page.goto('/operator/search');
      const field = page.getByLabel('Search subscribers');
      await field.fill('zzz');
      await field.press('Enter');
      await expect(page.getByText(/^Nothing matches “zzz”/)).toBeVisible();
      await expect(field).toBeFocused();
    });

    await test.step('all of it stands in the log', async () => {
      await page.goto('/operator/log');
      for (const sentence of [
        'Froze the run.',
        'Reopened the run.',
        'Resolved the address of letter 1',
        'Printed batch 1: numbers 1 to 2.',
        'Handed over batch 1: 2 letters',
        'Reported the loss of letter 1',
        'Closed the post on 2029-06-06',
      ]) {
        await expect(page.getByText(sentence).first()).toBeVisible();
      }
      await page.getByLabel('Kind').selectOption('Letter lost');
      await page.getByRole('button', { name: 'Filter' }).click();
      await expect(page).toHaveURL('/operator/log?kind=letter_lost');
      await expect(page.getByText('Reported the loss of letter 1').first()).toBeVisible();
      await expect(page.getByText('Froze the run.')).toHaveCount(0);
      await expectAccessible(page);
    });

    await test.step('and in the subscriber’s file', async () => {
      await page.goto(`/operator/search?q=${subscribers.polish?.email.slice(0, 12) ?? ''}`);
      await page.getByRole('link', { name: subscribers.polish?.email ?? '' }).click();
      await expect(page.getByRole('region', { name: 'Letters' }).getByText(/Last seen at sea\./)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Timeline' }).getByText('Letter 1: lost')).toBeVisible();
    });
  });
});
