import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { NOTE_LENGTH } from '../../src/contract/notes.ts';
import { manifest } from '../../seasons/one/manifest.ts';
import { API } from '../../src/contract/api.ts';
import { LETTERS_PER_SEASON } from '../../src/domain/season.ts';
import { createApp } from '../../src/server/app.ts';
import { mailingPieces } from '../../src/server/fulfilment/schema.ts';
import { notes } from '../../src/server/account/notes/schema.ts';
import { disputePayment, holdLetters, refundAll, SEASON } from '../../test/builders/case-files.ts';
import { payInvoice } from '../../test/builders/subscribers.ts';
import { notesSeenBy, sitTogether } from '../../test/builders/case-groups.ts';
import { hireOperator } from '../../test/builders/operators.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { lookIntoEmails } from './sealed/emails.ts';
import { countOf, expectGuarded, LETTERS, type Phrases, phrasesByLetter, refuseEarly } from './sealed/phrases.ts';
import { crawlSite } from './sealed/site.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import type { Soak } from './soak.ts';

const AT_ONCE = 8;
/** No letter has more than six pages. */
const EVERYTHING: Extent = { letters: LETTERS, pages: 6 };
/** The letters that visitors have, those after them and the last. */
const A_SAMPLE: Extent = { letters: [1, 2, 3, 4, LETTERS_PER_SEASON], pages: 2 };
const ROOT = join(import.meta.dirname, '../..');
/** From this size on, each number of letters has its own user. */
const FULL = 1_000;

/** Which letters and how many pages of each are asked for. */
interface Extent {
  readonly letters: readonly number[];
  readonly pages: number;
}

/** A visitor who has `come` letters, however they arrived. */
interface Visitor {
  readonly user: Shopper | null;
  readonly come: number;
  readonly what: string;
  /** Ids that paths of the API ask for: seasons, users and pieces of paper, their own or, for an operator, a reader's. */
  readonly ids?: readonly string[];
  readonly isOperator?: boolean;
}

export const sealed: Soak = {
  name: 'sealed',
  proves:
    'What a reader does not hold yet is in no reply, picture, bundle, email, header or log line, whatever is asked',
  fullSize: 10_000,
  smallSize: 20,
  settings: { AUTH_RATE_LIMIT_FACTOR: '100000' },
  logLevel: 'trace',
  async run(shop, { size, seed, report }) {
    const phrases = phrasesByLetter();
    const isFull = size >= FULL;
    const extent = isFull ? EVERYTHING : A_SAMPLE;
    const visitors = await invite(shop, isFull ? [0, ...LETTERS] : [1], phrases);
    let asked = 0;
    for (const visitor of visitors) asked += await crawl(shop, visitor, phrases, extent);
    report(`${asked} calls of ${visitors.length} visitors`);
    await guess(shop, visitors, { size, seed, phrases });
    const addresses = await crawlSite(shop, phrases, isFull);
    const comeTo = new Map(visitors.map(({ user, come }) => [user?.email ?? '', come]));
    const emails = await lookIntoEmails(shop, comeTo, phrases);
    lookAround(shop, phrases, isFull);
    return (
      `${asked} calls of ${visitors.length} visitors, ${size} guessed addresses, ${addresses} addresses of the site, ` +
      `${emails} emails and ${shop.log.length} lines of the log: none of ${countOf(phrases)} phrases too early`
    );
  },
};

async function invite(shop: Shop, numbers: readonly number[], phrases: Phrases): Promise<Visitor[]> {
  const visitors: Visitor[] = [{ user: null, come: 0, what: 'a stranger' }];
  for (const come of numbers) {
    const user = await shop.signUp();
    const id = await holdLetters(shop, user, { come });
    visitors.push({ user, come, what: `a subscriber with ${come} letters`, ids: [id] });
  }
  const [cancelled, refunded, disputed, half, giver, recipient] = await inParallel(upTo(6), AT_ONCE, () =>
    shop.signUp(),
  );
  if (!cancelled || !refunded || !disputed || !half || !giver || !recipient) throw new Error('Too few accounts.');
  const cancelledId = await holdLetters(shop, cancelled, { come: 2, status: 'cancelled' });
  const [refundedId, disputedId, halfId] = [
    await holdLetters(shop, refunded, { come: 3 }),
    await holdLetters(shop, disputed, { come: 3 }),
    await holdLetters(shop, half, { come: 3 }),
  ];
  const givenId = await holdLetters(shop, giver, { come: 2, claimedBy: recipient });
  const clerk = await hireOperator(shop);
  const open: Visitor[] = [
    ...visitors,
    { user: cancelled, come: 2, what: 'a subscriber who cancelled after 2 letters', ids: [cancelledId] },
    { user: recipient, come: 2, what: 'a recipient of 2 letters', ids: [givenId] },
    {
      user: half,
      come: 3,
      what: 'a subscriber who won one payment of two back at the bank after 3 letters',
      ids: [halfId],
    },
  ];
  const toClose: Visitor[] = [
    { user: refunded, come: 3, what: 'a subscriber who was refunded after 3 letters', ids: [refundedId] },
    {
      user: disputed,
      come: 3,
      what: 'a subscriber who won it all back at the bank after 3 letters',
      ids: [disputedId],
    },
  ];
  await seatAll(shop, [...open, ...toClose], phrases);
  await refundAll(shop, refundedId);
  await disputePayment(shop, disputedId, { status: 'lost' });
  await payInvoice(shop.ctx.db, halfId, shop.clock.now());
  await disputePayment(shop, halfId, { status: 'lost' });
  return [
    ...open,
    ...toClose.map((visitor) => ({ ...visitor, come: 0 })),
    { user: giver, come: 0, what: 'a giver of 2 letters', ids: [givenId] },
    { user: clerk, come: 0, what: 'an operator', ids: await idsOnTheDesk(shop, half, halfId), isOperator: true },
  ];
}

/** A reader's ids that an operator looks up. */
async function idsOnTheDesk({ ctx: { db } }: Shop, { userId }: Shopper, subscriptionId: string): Promise<string[]> {
  const { id, subscriptionId: of } = mailingPieces;
  const pieces = await db.select({ id }).from(mailingPieces).where(eq(of, subscriptionId));
  return [subscriptionId, userId, ...pieces.map((piece) => piece.id)];
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

/** Pins each letter's phrases at that letter in time, and all at letter 1 afterwards. */
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

/** The user sees the permitted notes; otherwise the search would prove nothing. */
async function expectNotes(user: Shopper, come: number): Promise<void> {
  const seen = await notesSeenBy(user);
  const expected = come === LETTERS_PER_SEASON ? 2 * come : come;
  if (seen.length !== expected) throw new Error(`With ${come} letters ${seen.length} notes of a companion are seen.`);
}

type Ask = readonly [path: string, init?: { readonly method: string; readonly body: string }];

/** Makes every reading call, for each letter and page, and every request that might reveal something. */
async function crawl(shop: Shop, visitor: Visitor, phrases: Phrases, extent: Extent): Promise<number> {
  const { letters } = extent;
  const paths = new Set(pathsOf(shop, visitor).flatMap((path) => filled(path, visitor.ids ?? [], extent)));
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
    ...letters.map((letter) => sends('POST', `/api/case-files/${SEASON}/letters/${letter}/fault`, { says: 'Blank.' })),
    sends('POST', `/api/case-files/${SEASON}/theory/certificate`, {}),
    sends(API.syncNotes.method, API.syncNotes.path, { seasonId: SEASON, device: randomUUID(), since: 0, changes: [] }),
    ...letters.map((letter): Ask => [`/api/case-files/${SEASON}/group/notes?letter=${letter}`]),
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

/** Only operators request console paths: for others, each is like an unknown path. */
function pathsOf({ ctx }: Shop, { isOperator = false }: Visitor): string[] {
  const reads = createApp(ctx).routes.filter(({ method, path }) => method === 'GET' && !path.includes('*'));
  const isAsked = (path: string) => isOperator || !path.startsWith('/api/operator/');
  return reads.map(({ path }) => path.replaceAll(/\{[^}]*\}/g, '')).filter(isAsked);
}

const NO_ID = '00000000-0000-4000-8000-000000000000';

function filled(path: string, ids: readonly string[], extent: Extent): string[] {
  const inSeason = path.replace(':season', SEASON);
  const letters = inSeason.includes(':letter')
    ? extent.letters.map((letter) => inSeason.replace(':letter', String(letter)))
    : [inSeason];
  const pages = letters.flatMap((one) =>
    one.includes(':page') ? upTo(extent.pages).map((page) => one.replace(':page', String(page + 1))) : [one],
  );
  return pages.flatMap((one) => [...ids, NO_ID].map((id) => one.replaceAll(/:\w+/g, id)));
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
  const answer = await fetch(shop.siteUrl + path, { ...init, headers, redirect: 'manual' });
  const body = await bodyOf(answer);
  const place = `${init?.method ?? 'GET'} ${path}, asked by ${visitor.what}`;
  if (answer.status >= 500) throw new Error(`${place}: ${answer.status} ${body}`);
  refuseEarly(`${JSON.stringify([...answer.headers])} ${body}`, visitor.come, phrases, place);
  const letter = Number(/\/letters\/(\d+)/.exec(path)?.[1] ?? 0);
  if (path.startsWith('/api/case-files') && letter > visitor.come && answer.ok)
    throw new Error(`${place}: ${answer.status}`);
  const caching = answer.headers.get('cache-control') ?? 'nothing said';
  if (path.startsWith('/api/') && token !== undefined && !caching.includes('no-store')) {
    throw new Error(`${place} may be stored: ${caching}`);
  }
  const opened = /\/letters\/(\d+)$/.exec(path)?.[1];
  if (answer.ok && opened !== undefined && init.method === undefined) expectGuarded(body, Number(opened));
}

/** A stream is read as far as its first event. */
async function bodyOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return await answer.text();
  const chunks = answer.body?.getReader();
  const first = await chunks?.read();
  await chunks?.cancel();
  return new TextDecoder().decode(first?.value);
}

interface Guessing {
  readonly size: number;
  readonly seed: number;
  readonly phrases: Phrases;
}

/** Addresses at which a visitor might look for a letter that hasn't come. */
async function guess(shop: Shop, visitors: readonly Visitor[], { size, seed, phrases }: Guessing): Promise<void> {
  const random = new SeededRandom(seed);
  const addresses = upTo(size).map(() => [random.pick(visitors), addressOf(random)] as const);
  await inParallel(addresses, AT_ONCE, ([visitor, path]) => ask(shop, visitor, phrases, path));
}

function addressOf(random: SeededRandom): string {
  const letter = random.pick(LETTERS);
  const two = String(letter).padStart(2, '0');
  const page = 1 + Math.floor(random.roll() * EVERYTHING.pages);
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

/** Reads the log and the sources of pages and emails; at full size also the build. `crawlSite` reads what is served. */
function lookAround({ log }: Shop, phrases: Phrases, isFull: boolean): void {
  refuseEarly(log.join('\n'), 1, phrases, 'The log');
  const built = isFull ? ['dist/web', 'dist/scripts', 'dist/pages'] : [];
  for (const folder of [...built, 'src/web', 'src/contract', 'src/emails']) {
    for (const path of filesBelow(join(ROOT, folder))) refuseEarly(readFileSync(path, 'latin1'), 1, phrases, path);
  }
}

/** None where nothing has been built. */
function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
