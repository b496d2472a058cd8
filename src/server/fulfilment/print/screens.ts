import { and, eq, inArray } from 'drizzle-orm';
import { COMPILER, sha256 } from '../../../../seasons/press/letter-files.ts';
import type { MadeScreen, Order, Orders } from '../../../../seasons/press/orders.ts';
import { typeset } from '../../../../seasons/press/typesetter.ts';
import type { Letter, SeasonManifest } from '../../../../seasons/season.ts';
import type { Db } from '../../platform/db/database.ts';
import { inPdfQueue } from '../../platform/typesetting/pdf-queue.ts';
import { letterEditions, letterPictures, letterScreens } from '../schema.ts';
import { currentEdition, readParts, storeEdition } from './editions.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';

export type LetterScreen = Omit<typeof letterScreens.$inferSelect, 'createdAt'>;

/** Which paper of a letter: an edition that is stored, or the one that would be printed now. */
export interface Paper {
  readonly letter: Letter;
  readonly edition: string | null;
}

interface Wanted {
  readonly letter: Letter;
  readonly edition: string;
  readonly isCurrent: boolean;
  readonly key: string;
}

/** So many are made by one process: it holds the more memory, and starts the seldomer. */
const MADE_AT_ONCE = 6;

/**
 * A letter for the screen. What is not made yet is made now, and a few of the others in the same go.
 * @param others papers that are likely to be asked for next
 * @throws ApiError unavailable when too many wait for the press
 */
export async function letterScreen(
  ctx: FulfilmentContext,
  season: SeasonManifest,
  paper: Paper,
  others: readonly Paper[],
): Promise<LetterScreen> {
  const wanted = wantedOf(season, paper);
  const stored = await findScreen(ctx.db, wanted.key);
  if (stored !== null) return stored;
  const next = others.map((other) => wantedOf(season, other)).filter(({ isCurrent }) => isCurrent);
  // Papers of several editions have files of the same name.
  await inPdfQueue(() => makeMissing(ctx, season, wanted.isCurrent ? [wanted, ...next] : [wanted]));
  const made = await findScreen(ctx.db, wanted.key);
  if (made === null) throw new Error(`Letter ${paper.letter.number} was not made for the screen.`);
  return made;
}

/** Without making it. @returns null while no one has opened that letter on paper of its edition */
export async function findLetterScreen(db: Db, season: SeasonManifest, paper: Paper): Promise<LetterScreen | null> {
  return await findScreen(db, wantedOf(season, paper).key);
}

function wantedOf(season: SeasonManifest, { letter, edition }: Paper): Wanted {
  const current = currentEdition(season, letter);
  const chosen = edition ?? current;
  const described = letter.enclosures.map(({ id, title, described: words }) => [id, title, words]);
  const key = sha256(Buffer.from(JSON.stringify([COMPILER, chosen, described])));
  return { letter, edition: chosen, isCurrent: chosen === current, key };
}

async function findScreen(db: Db, key: string): Promise<LetterScreen | null> {
  const { passages, namePlaces, pages } = letterScreens;
  const [row] = await db
    .select({ key: letterScreens.key, passages, namePlaces, pages })
    .from(letterScreens)
    .where(eq(letterScreens.key, key));
  return row ?? null;
}

/** Another call that waited in the same queue may have made some. */
async function makeMissing(ctx: FulfilmentContext, season: SeasonManifest, wanted: readonly Wanted[]): Promise<void> {
  const keys = wanted.map(({ key }) => key);
  const rows = await ctx.db
    .select({ key: letterScreens.key })
    .from(letterScreens)
    .where(inArray(letterScreens.key, keys));
  const known = new Set(rows.map(({ key }) => key));
  if (known.has(wanted[0]?.key ?? '')) return;
  const missing = wanted.filter(({ key }) => !known.has(key)).slice(0, MADE_AT_ONCE);
  const made = await typeset(await ordersOf(ctx, season, missing));
  for (const [index, { key }] of missing.entries()) await storeScreen(ctx, key, made[index] as MadeScreen);
}

async function ordersOf(ctx: FulfilmentContext, season: SeasonManifest, missing: readonly Wanted[]): Promise<Orders> {
  const files = new Map<string, Buffer>();
  const orders: Order[] = [];
  for (const { edition, isCurrent, letter } of missing) {
    if (isCurrent) await ctx.db.transaction((tx) => storeEdition(tx, season, letter.number, ctx.clock.now()));
    const [row] = await ctx.db
      .select({ info: letterEditions.info, files: letterEditions.files })
      .from(letterEditions)
      .where(eq(letterEditions.edition, edition));
    if (row === undefined) throw new Error(`The edition ${edition} is not stored.`);
    for (const [path, bytes] of await readParts(ctx.db, row.files)) files.set(path, bytes);
    orders.push({ kind: 'screen', info: row.info, enclosures: letter.enclosures });
  }
  return { files, orders };
}

async function storeScreen(ctx: FulfilmentContext, key: string, { pictures, passages, namePlaces }: MadeScreen) {
  const row = { key, passages, namePlaces, pages: pictures.length, createdAt: ctx.clock.now() };
  await ctx.db.transaction(async (tx) => {
    await tx.insert(letterScreens).values(row).onConflictDoNothing();
    await tx
      .insert(letterPictures)
      .values(pictures.map((svg, index) => ({ key, page: index + 1, svg })))
      .onConflictDoNothing();
  });
}

/** @returns SVG compressed with brotli, or null for a page that the letter has not */
export async function findPicture(db: Db, key: string, page: number): Promise<Buffer | null> {
  const [row] = await db
    .select({ svg: letterPictures.svg })
    .from(letterPictures)
    .where(and(eq(letterPictures.key, key), eq(letterPictures.page, page)));
  return row?.svg ?? null;
}
