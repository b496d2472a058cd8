import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { CONSOLE_PATHS } from '../../src/contract/site-paths.ts';
import { enrolFactor } from '../../test/builders/operators.ts';
import { Shopper } from '../../test/clients/shopper.ts';
import { Authenticator } from '../authenticator.ts';
import { atTerminal, SHARED_LOG, sharedShop } from '../shops.ts';
import { handOverLetter } from '../subscriber.ts';
import { translateAndAddElements } from './changed-pages.ts';
import { test, type Visitor } from './visitor.ts';
import { buys, signsIn, signsOut, signsUp, walksTheAccount } from './walking.ts';

test.describe('with all cookies and storage blocked', { tag: '@blocks-storage' }, () => {
  test.use({ storageBlocked: true });

  test('a stranger buys the annual plan, sees the account, signs out and signs in', async ({ visitor }) => {
    const user = await signsUp(visitor, '/signup?plan=annual');
    await buys(visitor, '$153.00');
    await walksTheAccount(visitor);
    await signsOut(visitor);
    await visitor.open('/signin');
    await signsIn(visitor, user.email, user.password);
    await walksTheAccount(visitor);
  });
});

test('on a translated page with a password manager a stranger signs up, pays and sees the account', async ({
  visitor,
}) => {
  visitor.onEachPage = translateAndAddElements;
  await signsUp(visitor, '/signup');
  await buys(visitor, '$15.00');
  await walksTheAccount(visitor);
  await signsOut(visitor);
});

test('an operator signs in with a code and opens the pages of the console', async ({ visitor }) => {
  const { siteUrl } = sharedShop();
  const user = await Shopper.signUp(sharedShop());
  let authenticator: Authenticator | null = null;
  const codeOf = (secret: string) => (authenticator ??= new Authenticator(secret)).newCode();
  await enrolFactor(siteUrl, user.accessToken, codeOf);
  expect(await atTerminal('grant', user.email)).toContain('is an operator');
  await visitor.open('/signin');
  await visitor.fills({ Email: user.email, Password: 'the-tide-knows-1957' });
  await visitor.presses('Sign In');
  await visitor.sees('field', 'Verification code');
  await visitor.fills({ 'Verification code': codeOf('') });
  await visitor.presses('Verify');
  await visitor.sees('heading', 'To do');
  const { run: _run, subscriber: _subscriber, viewAs: _viewAs, ...pages } = CONSOLE_PATHS;
  for (const path of Object.values(pages)) {
    await visitor.open(path);
    await visitor.sees('button', 'Sign Out');
    await visitor.sees('heading', '');
    expect(await visitor.has('text', 'Something went wrong.'), path).toBe(false);
  }
});

test('no policy of ours stops anything of ours', async ({ visitor }) => {
  for (const path of ['/', '/support', '/press', '/signin', '/signup']) await visitor.open(path);
  await visitor.sees('button', 'Create Account');
  await visitor.open('/');
  expect(await readFile(SHARED_LOG, 'utf8')).not.toContain('a browser reported');
});

test('the gift dialog closes by a click beside it, and is closed when Back returns to its page', async ({
  visitor,
}) => {
  const { driver } = visitor;
  await visitor.open('/');
  await visitor.presses('Give as a gift');
  await visitor.sees('button', 'Continue');
  await driver.clickAt(20, 400);
  await expect.poll(() => driver.inPage(openDialogs)).toBe(0);
  await visitor.presses('Give as a gift');
  await visitor.presses('Continue');
  await visitor.isAt('/signin?next=%2Fgift-subscription%3FplanType%3Dmonthly');
  await driver.back();
  await visitor.isAt('/');
  expect(await driver.inPage(openDialogs)).toBe(0);
  await visitor.presses('Give as a gift');
  await visitor.sees('button', 'Continue');
});

function openDialogs(): number {
  return document.querySelectorAll('dialog[open]').length;
}

test('a form that is sent empty shows its first field below the header', async ({ visitor }) => {
  const { driver } = visitor;
  await driver.resize(1000, 600);
  await visitor.open('/signup');
  await visitor.presses('Create Account');
  await expect.poll(() => driver.inPage(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  await expect.poll(() => driver.inPage(spaceUnderHeader)).toBeGreaterThan(0);

  await signsInAsNewUser(visitor);
  await visitor.open('/gift-subscription');
  await visitor.presses('Continue to Payment');
  await expect.poll(() => driver.inPage(() => document.activeElement?.matches('input:invalid'))).toBe(true);
  await expect.poll(() => driver.inPage(spaceUnderHeader)).toBeGreaterThan(0);
});

async function signsInAsNewUser(visitor: Visitor): Promise<Shopper> {
  const user = await Shopper.signUp(sharedShop());
  await visitor.open('/signin');
  await signsIn(visitor, user.email);
  return user;
}

/** The space between the header and the focused field's label. */
function spaceUnderHeader(): number {
  const field = document.activeElement as HTMLInputElement;
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return (field.labels?.[0]?.getBoundingClientRect().top ?? 0) - header;
}

test('each thing included in a gift has its mark', async ({ visitor }) => {
  await signsInAsNewUser(visitor);
  await visitor.open('/gift-subscription');
  await visitor.sees('field', 'Start date');
  const marks = () => visitor.driver.inPage(marksOfList);
  await expect.poll(marks).toEqual(Array.from({ length: 4 }, () => '"+ "'));
});

test('a date field shows its focus', { tag: '@has-focus' }, async ({ visitor }) => {
  const { driver } = visitor;
  await signsInAsNewUser(visitor);
  await visitor.open('/gift-subscription');
  await visitor.sees('field', 'Start date');
  await driver.inPage(() => document.querySelector<HTMLElement>('input[type=date]')?.focus());
  await expect.poll(() => driver.inPage(ringOfDate)).toBe('solid 3px');
});

function marksOfList(): string[] {
  const items = [...document.querySelectorAll('li')].filter(({ textContent }) => textContent.startsWith('Beautiful'));
  const all = items[0]?.parentElement?.children ?? [];
  return [...all].map((item) => getComputedStyle(item).listStyleType);
}

function ringOfDate(): string {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.querySelector('input[type=date]') as Element);
  return `${outlineStyle} ${outlineWidth}`;
}

const LINES = 14;

test('a note is as tall as its text', async ({ visitor }) => {
  const { driver } = visitor;
  await openNotes(visitor);
  await visitor.presses('Pin a note');
  await visitor.sees('field', 'Letter 1');
  await visitor.sets('Letter 1', Array.from({ length: LINES }, (_, line) => `Line ${line}`).join('\n'));
  const hidden = () => driver.inPage(hiddenHeightOfNote);
  await expect.poll(hidden).toBeLessThanOrEqual(1);
});

async function openNotes(visitor: Visitor): Promise<Shopper> {
  const reader = await signsInAsNewUser(visitor);
  await reader.buy();
  await handOverLetter(reader, 1, 30);
  await visitor.open('/account/case/notes');
  return reader;
}

function hiddenHeightOfNote(): number {
  const { scrollHeight, clientHeight } = document.querySelector('main textarea') as Element;
  return scrollHeight - clientHeight;
}

test('a letter is printed without a line that is cut across two sheets', { tag: '@prints' }, async ({ visitor }) => {
  const { driver } = visitor;
  const reader = await signsInAsNewUser(visitor);
  await reader.buy();
  await handOverLetter(reader, 1, 30);
  await visitor.open('/account/case/letter?season=season-1&letter=1');
  await visitor.sees('text', 'If You Are Reading This');
  const pdf = await getDocumentProxy(new Uint8Array((await driver.pdf?.({ landscape: false })) ?? []));
  const { text: sheets } = await extractText(pdf);
  expect(sheets.length).toBeGreaterThan(1);
  const lines = sheets.flatMap((sheet) => [...new Set(sheet.split('\n'))]).filter((line) => line.length > 30);
  expect(lines.length).toBeGreaterThan(20);
  // A line cut in two appears on both sheets.
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});

test(
  'the calendar is printed with its dates on a sheet that lies on its side',
  { tag: '@prints' },
  async ({ visitor }) => {
    const { driver } = visitor;
    const reader = await signsInAsNewUser(visitor);
    await reader.buy();
    await visitor.open('/account');
    await visitor.sees('text', 'Letter 4');
    const pdf = await getDocumentProxy(new Uint8Array((await driver.pdf?.({ landscape: true })) ?? []));
    const { text } = await extractText(pdf, { mergePages: true });
    // Firefox draws bold words, such as letter numbers, as shapes.
    expect(text.match(/(Mailing|Leaves) \w+ \d+[^A]*Arrives \w+ \d+/g)).toHaveLength(4);
  },
);
