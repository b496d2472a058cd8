import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTE_LENGTH } from '../../src/contract/notes.ts';
import { manifest } from '../../seasons/one/manifest.ts';
import { GUARDED } from '../../seasons/one/guarded.ts';
import { API } from '../../src/contract/api.ts';
import { CASE_PAGE_PATH } from '../../src/contract/case-file.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { OPERATOR_API } from '../../src/contract/operator/api.ts';
import { LETTERS_PER_SEASON } from '../../src/domain/season.ts';
import { emailOutbox } from '../../src/server/platform/schema.ts';
import { notes } from '../../src/server/account/notes/schema.ts';
import { disputePayment, holdLetters, refundAll, SEASON } from '../../test/builders/case-files.ts';
import { payInvoice } from '../../test/builders/subscribers.ts';
import { notesSeenBy, sitTogether } from '../../test/builders/case-groups.ts';
import { hireOperator } from '../../test/builders/operators.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Soak } from './soak.ts';

const AT_ONCE = 8;
/** No letter has more. */
const PAGES = 6;
const ROOT = join(import.meta.dirname, '../..');
const LETTERS = upTo(LETTERS_PER_SEASON).map((index) => index + 1);
/** From so many guesses on every number of letters has a user of its own. */
const FULL = 1_000;

/** Somebody with so many letters, whichever way they came. */
interface Visitor {
  readonly user: Shopper | null;
  readonly come: number;
  readonly what: string;
  readonly isOperator?: true;
}

export const sealed: Soak = {
  name: 'sealed',
  proves:
    'What a reader does not hold yet is in no reply, picture, bundle, email, header or log line, whatever is asked',
  fullSize: 10_000,
  smallSize: 60,
  settings: { AUTH_RATE_LIMIT_FACTOR: '100000' },
  async run(shop, { size, seed, report }) {
    const phrases = phrasesByLetter();
    const visitors = await invite(shop, size >= FULL ? [0, ...LETTERS] : [1], phrases);
    let asked = 0;
    for (const visitor of visitors) asked += await crawl(shop, visitor, phrases);
    report(`${asked} calls of ${visitors.length} visitors`);
    await guess(shop, visitors, { size, seed, phrases });
    await lookAround(shop, phrases);
    return `${asked} calls of ${visitors.length} visitors and ${size} guessed addresses: none of ${countOf(phrases)} phrases too early`;
  },
};

type Phrases = ReadonlyMap<number, readonly string[]>;

/** The season's own list, and what its case file, puzzles and theory say from a letter on. */
function phrasesByLetter(): Phrases {
  const { caseFile, puzzles } = manifest;
  const said = [
    ...[...caseFile.characters, ...caseFile.places].flatMap(({ lines }) => lines),
    ...caseFile.timeline,
    ...puzzles.flatMap(({ letter, asks, hints }) => [asks, ...hints].map((says) => ({ letter, says }))),
  ];
  const all = LETTERS.map((letter) => {
    const guarded = GUARDED.ofLetter[String(letter)] ?? [];
    if (letter > 1 && guarded.length < 20) throw new Error(`Letter ${letter} has ${guarded.length} guarded phrases.`);
    const own = said.filter((line) => line.letter === letter).map(({ says }) => says);
    return [letter, [...guarded, ...own].map(plain)] as const;
  });
  return new Map(all);
}

function countOf(phrases: Phrases): number {
  return [...phrases.values()].flat().length;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\\u201[89]|[‘’]/g, "'")
    .replaceAll(/\s+/g, ' ');
}

async function invite(shop: Shop, numbers: readonly number[], phrases: Phrases): Promise<Visitor[]> {
  const visitors: Visitor[] = [{ user: null, come: 0, what: 'a stranger' }];
  for (const come of numbers) {
    const user = await shop.signUp();
    await holdLetters(shop, user, { come });
    visitors.push({ user, come, what: `a subscriber with ${come} letters` });
  }
  const [cancelled, refunded, disputed, half, giver, recipient] = await inParallel(upTo(6), AT_ONCE, () =>
    shop.signUp(),
  );
  if (!cancelled || !refunded || !disputed || !half || !giver || !recipient) throw new Error('Too few accounts.');
  await holdLetters(shop, cancelled, { come: 2, status: 'cancelled' });
  const [refundedId, disputedId, halfId] = [
    await holdLetters(shop, refunded, { come: 3 }),
    await holdLetters(shop, disputed, { come: 3 }),
    await holdLetters(shop, half, { come: 3 }),
  ];
  await holdLetters(shop, giver, { come: 2, claimedBy: recipient });
  const clerk = await hireOperator(shop);
  const open: Visitor[] = [
    ...visitors,
    { user: cancelled, come: 2, what: 'a subscriber who cancelled after 2 letters' },
    { user: recipient, come: 2, what: 'a recipient of 2 letters' },
    { user: half, come: 3, what: 'a subscriber who won one payment of two back at the bank after 3 letters' },
  ];
  const toClose: Visitor[] = [
    { user: refunded, come: 3, what: 'a subscriber who was refunded after 3 letters' },
    { user: disputed, come: 3, what: 'a subscriber who won it all back at the bank after 3 letters' },
  ];
  await seatAll(shop, [...open, ...toClose], phrases);
  await refundAll(shop, refundedId);
  await disputePayment(shop, disputedId, { status: 'lost' });
  await payInvoice(shop.ctx.db, halfId, shop.clock.now());
  await disputePayment(shop, halfId, { status: 'lost' });
  return [
    ...open,
    ...toClose.map((visitor) => ({ ...visitor, come: 0 })),
    { user: giver, come: 0, what: 'a giver of 2 letters' },
    { user: clerk, come: 0, what: 'an operator', isOperator: true },
  ];
}

const COMPANIONS = 5;

/** Groups of mixed progress, each with one user who has the whole season and has pinned the phrases of every letter. */
async function seatAll(shop: Shop, visitors: readonly Visitor[], phrases: Phrases): Promise<void> {
  const seated = visitors.flatMap(({ user, come }) => (user === null ? [] : [{ user, come }]));
  for (let from = 0; from < seated.length; from += COMPANIONS) {
    const companions = seated.slice(from, from + COMPANIONS);
    const ahead = await shop.signUp();
    await holdLetters(shop, ahead, { come: LETTERS_PER_SEASON });
    await pinPhrases(shop, ahead, phrases);
    await sitTogether(ahead, ...companions.map(({ user }) => user));
    for (const { user, come } of companions) await expectNotes(user, come);
  }
}

/** At each letter as it came, and all of it at letter 1 once everything is known. */
async function pinPhrases({ ctx, clock }: Shop, { userId }: Shopper, phrases: Phrases): Promise<void> {
  const state = { userId, seasonId: SEASON, deleted: false, version: 1, applied: {}, changedAt: clock.now() };
  const rows = [...phrases].flatMap(([letter, guarded]) => {
    const pin = {
      kind: 'passage',
      pinnedTo: (guarded[0] ?? '').slice(0, 500),
      text: guarded.join(' | ').slice(0, NOTE_LENGTH),
    } as const;
    const atItsTime = { letter, writtenWith: letter, changeNumber: letter };
    const tooEarly = { letter: 1, writtenWith: LETTERS_PER_SEASON, changeNumber: LETTERS_PER_SEASON + letter };
    return [atItsTime, tooEarly].map((when) => ({ ...state, ...pin, ...when, id: randomUUID() }));
  });
  await ctx.db.insert(notes).values(rows);
}

/** What may be read is there: else finding nothing would prove nothing. */
async function expectNotes(user: Shopper, come: number): Promise<void> {
  const seen = await notesSeenBy(user);
  const expected = come === LETTERS_PER_SEASON ? 2 * come : come;
  if (seen.length !== expected) throw new Error(`With ${come} letters ${seen.length} notes of a companion are seen.`);
}

type Ask = readonly [path: string, init?: { readonly method: string; readonly body: string }];

/** Every call of the contract that reads, each letter and page, and what could be won by asking. */
async function crawl(shop: Shop, visitor: Visitor, phrases: Phrases): Promise<number> {
  const calls = { ...API, ...(visitor.isOperator && OPERATOR_API) };
  const reads = Object.values<Endpoint>(calls).filter(({ method }) => method === 'GET');
  const paths = new Set([...reads.map(({ path }) => path), CASE_PAGE_PATH].flatMap(filled));
  const asks: Ask[] = [...paths].map((path) => [path]);
  const { who, how, why } = manifest.caseFile.theory;
  asks.push(
    ...manifest.puzzles.map(({ id }) => sends('POST', `/api/case-files/${SEASON}/hints`, { puzzle: id, rung: 1 })),
    ...who.map(({ id }) =>
      sends('PUT', `/api/case-files/${SEASON}/theory`, {
        who: id,
        how: how.at(-1)?.id,
        why: why.at(-1)?.id,
        words: '',
      }),
    ),
    ...LETTERS.map((letter) => sends('POST', `/api/case-files/${SEASON}/letters/${letter}/fault`, { says: 'Blank.' })),
    sends('POST', `/api/case-files/${SEASON}/theory/certificate`, {}),
    ...LETTERS.map((letter): Ask => [`/api/case-files/${SEASON}/group/notes?letter=${letter}`]),
    [`/api/case-files/${SEASON}/group/notes?before=9999999999999_ffffffff-ffff-4fff-8fff-ffffffffffff`],
  );
  // The pages of a letter are made when it is opened, so its text is asked for first.
  const [pages, others] = [
    asks.filter(([path]) => path.includes('/pages/')),
    asks.filter(([path]) => !path.includes('/pages/')),
  ];
  for (const part of [others, pages]) {
    await inParallel(part, AT_ONCE, ([path, init]) => ask(shop, visitor, phrases, path, init));
  }
  return asks.length;
}

function sends(method: string, path: string, body: object): Ask {
  return [path, { method, body: JSON.stringify(body) }];
}

function filled(path: string): string[] {
  const inSeason = path.replace(':season', SEASON);
  const letters = inSeason.includes(':letter')
    ? LETTERS.map((letter) => inSeason.replace(':letter', String(letter)))
    : [inSeason];
  return letters
    .flatMap((one) =>
      one.includes(':page') ? upTo(PAGES).map((page) => one.replace(':page', String(page + 1))) : [one],
    )
    .map((one) => one.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000'));
}

/** @throws Error when the answer holds anything of a later letter, or a later letter's page is a success */
async function ask(
  shop: Shop,
  visitor: Visitor,
  phrases: Phrases,
  path: string,
  init: RequestInit = {},
): Promise<void> {
  const token = visitor.user?.accessToken;
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(shop.siteUrl + path, { ...init, headers });
  const body = await answer.text();
  const place = `${init?.method ?? 'GET'} ${path}, asked by ${visitor.what}`;
  if (answer.status >= 500) throw new Error(`${place}: ${answer.status} ${body}`);
  refuseEarly(`${JSON.stringify([...answer.headers])} ${body}`, visitor.come, phrases, place);
  const letter = Number(/\/letters\/(\d+)/.exec(path)?.[1] ?? 0);
  if (path.startsWith('/api/case-files') && letter > visitor.come && answer.ok)
    throw new Error(`${place}: ${answer.status}`);
  const isOwnFile = answer.ok && path.startsWith('/api/case-files/');
  if (isOwnFile && answer.headers.get('cache-control') !== 'private, no-store') {
    throw new Error(`${place} may be stored: ${answer.headers.get('cache-control')}`);
  }
}

function refuseEarly(text: string, come: number, phrases: Phrases, place: string): void {
  const said = plain(text.replaceAll('\\n', ' '));
  for (const [letter, guarded] of phrases) {
    const found = letter <= come ? undefined : guarded.find((phrase) => said.includes(phrase));
    if (found !== undefined) throw new Error(`${place} says “${found}”, which is of letter ${letter}.`);
  }
}

interface Guessing {
  readonly size: number;
  readonly seed: number;
  readonly phrases: Phrases;
}

/** Addresses at which somebody might look for a letter that has not come. */
async function guess(shop: Shop, visitors: readonly Visitor[], { size, seed, phrases }: Guessing): Promise<void> {
  const random = new SeededRandom(seed);
  const addresses = upTo(size).map(() => [random.pick(visitors), addressOf(random)] as const);
  await inParallel(addresses, AT_ONCE, ([visitor, path]) => ask(shop, visitor, phrases, path));
}

function addressOf(random: SeededRandom): string {
  const letter = random.pick(LETTERS);
  const two = String(letter).padStart(2, '0');
  const page = 1 + Math.floor(random.roll() * PAGES);
  const file = random.pick([two, `${letter}`, `letter-${two}`, `one-${two}-${page}`, `${letter}-${page}`]);
  const end = random.pick(['', '.svg', '.png', '.pdf', '.html', '.json', '.typ', '.js.map', '.br']);
  const folder = random.pick([
    '/assets',
    '/letters',
    '/seasons/one/letters',
    '/seasons/one/artifacts',
    '/..%2fseasons/one/letters',
    '/assets/..%2f..%2fseasons/one/letters',
    '/dist/server/chunks',
    '/.data/season',
    `/api/case-files/${SEASON}`,
    `/api/case-files/${SEASON}/letters/${letter}/pages`,
    `/api/case-files/${SEASON}%00/letters`,
    `/api/case-files/${random.pick(['season-2', 'one', 'SEASON-1', 'season-01'])}/letters`,
    `/api/case-files/${SEASON}/letters/0${letter}/pages`,
    `/API/case-files/${SEASON}/letters`,
    `/api//case-files/${SEASON}/letters`,
  ]);
  return `${folder}/${file}${end}${random.pick(['', '', `?letter=${letter}`, '?token=', '?download=1'])}`;
}

/** What is built for browsers, written to people, and logged. */
async function lookAround({ ctx, log }: Shop, phrases: Phrases): Promise<void> {
  refuseEarly(log.join('\n'), 1, phrases, 'The log');
  const emails = await ctx.db.select().from(emailOutbox);
  refuseEarly(JSON.stringify(emails), 1, phrases, 'The outbox');
  for (const folder of ['dist/web', 'dist/scripts', 'dist/pages', 'src/web', 'src/contract']) {
    for (const path of filesBelow(join(ROOT, folder))) refuseEarly(readFileSync(path, 'utf8'), 1, phrases, path);
  }
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:js|ts|tsx|css|html|json|map|svg|txt|xml)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
