import { and, eq } from 'drizzle-orm';
import { COMPILER, filesOf, infoOf, sha256 } from '../../../../seasons/press/letter-files.ts';
import type { MadeScreen } from '../../../../seasons/press/orders.ts';
import { typeset } from '../../../../seasons/press/typesetter.ts';
import type { Letter, SeasonManifest } from '../../../../seasons/season.ts';
import type { Db } from '../../platform/db/database.ts';
import { inPdfQueue } from '../../platform/typesetting/pdf-queue.ts';
import { letterEditions, letterPictures, letterScreens } from '../schema.ts';
import { currentEdition, readParts, seasonFiles } from './editions.ts';
import type { CommerceContext } from '../../commerce/context.ts';

type ScreenContext = Pick<CommerceContext, 'db' | 'clock'>;

export type LetterScreen = Omit<typeof letterScreens.$inferSelect, 'createdAt'>;

/** The edition is null if the ledger doesn't record it. */
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

/**
 * A letter for the screen, made now if that edition was never opened before.
 * @throws ApiError unavailable if too many are waiting
 */
export async function letterScreen(ctx: ScreenContext, season: SeasonManifest, paper: Paper): Promise<LetterScreen> {
  const wanted = wantedOf(season, paper);
  const stored = await findScreen(ctx.db, wanted.key);
  if (stored !== null) return stored;
  // Another call that waited in the same queue may have made it already.
  return await inPdfQueue(
    async () => (await findScreen(ctx.db, wanted.key)) ?? (await makeScreen(ctx, season, wanted)),
  );
}

/**
 * Doesn't make the letter.
 * @returns null if that edition was never opened
 */
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

async function makeScreen(ctx: ScreenContext, season: SeasonManifest, wanted: Wanted): Promise<LetterScreen> {
  const { info, files } = wanted.isCurrent ? asOnDisk(season, wanted) : await asStored(ctx.db, wanted);
  const order = { kind: 'screen', info, enclosures: wanted.letter.enclosures } as const;
  const [made] = (await typeset({ files, orders: [order] })) as MadeScreen[];
  if (made === undefined) throw new Error(`Letter ${wanted.letter.number} was not made for the screen.`);
  return await storeScreen(ctx, wanted.key, made);
}

function asOnDisk(season: SeasonManifest, { letter }: Wanted) {
  const info = infoOf(season, letter);
  return { info, files: filesOf(seasonFiles(season), info) };
}

async function asStored(db: Db, { edition }: Wanted) {
  const { info, files } = letterEditions;
  const [row] = await db.select({ info, files }).from(letterEditions).where(eq(letterEditions.edition, edition));
  if (row === undefined) throw new Error(`The edition ${edition} is not stored.`);
  return { info: row.info, files: await readParts(db, row.files) };
}

async function storeScreen({ db, clock }: ScreenContext, key: string, made: MadeScreen): Promise<LetterScreen> {
  const { pictures, passages, namePlaces } = made;
  const screen = { key, passages, namePlaces, pages: pictures.length };
  const pages = pictures.map((svg, index) => ({ key, page: index + 1, svg }));
  await db.transaction(async (tx) => {
    await tx
      .insert(letterScreens)
      .values({ ...screen, createdAt: clock.now() })
      .onConflictDoNothing();
    await tx.insert(letterPictures).values(pages).onConflictDoNothing();
  });
  return screen;
}

/** @returns SVG compressed with brotli, or null if the letter has no such page */
export async function findPicture(db: Db, key: string, page: number): Promise<Buffer | null> {
  const [row] = await db
    .select({ svg: letterPictures.svg })
    .from(letterPictures)
    .where(and(eq(letterPictures.key, key), eq(letterPictures.page, page)));
  return row?.svg ?? null;
}
