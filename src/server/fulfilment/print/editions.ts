import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  editionOf,
  type Files,
  filesOf,
  infoOf,
  readProofFiles,
  readSeasonFiles,
  sha256,
  sourceOf,
} from '../../../../seasons/press/letter-files.ts';
import type { Made, MadeEdition, Order } from '../../../../seasons/press/orders.ts';
import { typeset } from '../../../../seasons/press/typesetter.ts';
import type { Letter, SeasonManifest } from '../../../../seasons/season.ts';
import { gramsOf } from '../../../../seasons/weight.ts';
import { resolveAssetPath } from '../../platform/config/asset-path.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { letterEditionParts, letterEditions, mailingFiles } from '../schema.ts';

type Edition = typeof letterEditions.$inferSelect;

export type SetEdition = Omit<Edition, 'master' | 'stuffing'> & MadeEdition & { readonly parts: () => Promise<Files> };

const PARTS_OF_EDITION = {
  edition: letterEditions.edition,
  info: letterEditions.info,
  sheets: letterEditions.sheets,
  files: letterEditions.files,
};
type Unset = Pick<Edition, keyof typeof PARTS_OF_EDITION>;

/** A season's files, which don't change while a process runs. */
const onDisk = new Map<string, Files>();

export interface StoredEdition {
  readonly edition: string;
  readonly isPersonal: boolean;
}

/**
 * Stores the content that a letter is made of, unless it is already stored.
 * @returns null for a letter without pages
 */
export async function storeEdition(
  tx: Transaction,
  season: SeasonManifest,
  number: number,
  now: Date,
): Promise<StoredEdition | null> {
  const letter = season.letters.find((candidate) => candidate.number === number);
  if (letter === undefined) return null;
  const info = infoOf(season, letter);
  const files = filesOf(seasonFiles(season), info);
  const edition = editionOf(files, info);
  const hashes = new Map([...files].map(([path, bytes]) => [sha256(bytes), { path, bytes }]));
  await storeParts(tx, hashes);
  await tx
    .insert(letterEditions)
    .values({
      edition,
      seasonId: season.product,
      letter: number,
      sheets: letter.sheets,
      isUneven: letter.isUneven ?? false,
      info,
      files: Object.fromEntries([...files].map(([path, bytes]) => [path, sha256(bytes)])),
      createdAt: now,
    })
    .onConflictDoNothing();
  return { edition, isPersonal: files.get(sourceOf(info))?.includes('#reader') ?? false };
}

/** The edition of a letter that the next batch prints. */
export function currentEdition(season: SeasonManifest, letter: Letter): string {
  const info = infoOf(season, letter);
  return editionOf(filesOf(seasonFiles(season), info), info);
}

/** The files that a season's pages are made of, read from this server's disk. */
export function seasonFiles({ name, folder }: SeasonManifest): Files {
  const known = onDisk.get(name) ?? readSeasonFiles(resolveAssetPath('seasons'), name, folder);
  onDisk.set(name, known);
  return known;
}

/** Sends only missing parts to the database, since the fonts alone have seven megabytes. */
async function storeParts(tx: Transaction, parts: ReadonlyMap<string, { readonly bytes: Buffer }>): Promise<void> {
  const { sha256: hash } = letterEditionParts;
  const stored = await tx
    .select({ hash })
    .from(letterEditionParts)
    .where(inArray(hash, [...parts.keys()]));
  const known = new Set(stored.map((row) => row.hash));
  const missing = [...parts].filter(([key]) => !known.has(key)).map(([key, { bytes }]) => ({ sha256: key, bytes }));
  if (missing.length > 0) await tx.insert(letterEditionParts).values(missing).onConflictDoNothing();
}

/**
 * The files that an edition's pages are made of, by path.
 * @throws Error if a part is missing
 */
export async function readParts(db: Db, files: Edition['files']): Promise<Map<string, Buffer>> {
  const rows = await db
    .select()
    .from(letterEditionParts)
    .where(inArray(letterEditionParts.sha256, Object.values(files)));
  const bytes = new Map(rows.map((row) => [row.sha256, row.bytes]));
  return new Map(
    Object.entries(files).map(([path, hash]) => {
      const part = bytes.get(hash);
      if (part === undefined) throw new Error(`The part ${hash} of an edition is missing: ${path}.`);
      return [path, part];
    }),
  );
}

/** Typesets the editions of a batch that aren't typeset yet. If it is killed, it continues with the others later. */
export async function setEditionsOfBatch(db: Db, runId: string, batch: number): Promise<void> {
  const ofBatch = and(eq(mailingFiles.runId, runId), eq(mailingFiles.batch, batch), isNotNull(mailingFiles.edition));
  const rows = await db.selectDistinct({ edition: mailingFiles.edition }).from(mailingFiles).where(ofBatch);
  await setEditions(
    db,
    rows.flatMap(({ edition }) => edition ?? []),
  );
}

/** Editions that this process has typeset or is typesetting, so that none is done twice. */
const madeHere = new Map<string, { readonly all: Promise<Made[]>; readonly index: number }>();

async function setEditions(db: Db, editions: readonly string[]): Promise<void> {
  if (editions.length === 0) return;
  const wanted = await db
    .select(PARTS_OF_EDITION)
    .from(letterEditions)
    .where(and(inArray(letterEditions.edition, [...editions]), isNull(letterEditions.setAt)));
  await makeHere(
    db,
    wanted.filter(({ edition }) => !madeHere.has(edition)),
  );
  for (const { edition } of wanted) {
    const { all, index } = madeHere.get(edition) ?? {};
    if (all !== undefined && index !== undefined) await storeMade(db, edition, (await all)[index] as MadeEdition);
  }
}

/** More editions would need more memory, since the compiler frees little of it. */
const EDITIONS_PER_PROCESS = 8;

/** Typesets editions in another process, from the stored files. */
async function makeHere(db: Db, unmade: readonly Unset[]): Promise<void> {
  if (unmade.length === 0) return;
  const all = readAllParts(db, unmade).then(async (files) => {
    const made: Made[] = [];
    for (let first = 0; first < unmade.length; first += EDITIONS_PER_PROCESS) {
      made.push(...(await typeset({ files, orders: unmade.slice(first, first + EDITIONS_PER_PROCESS).map(orderOf) })));
    }
    return made;
  });
  for (const [index, { edition }] of unmade.entries()) madeHere.set(edition, { all, index });
  try {
    await all;
  } catch (error) {
    for (const { edition } of unmade) madeHere.delete(edition);
    throw error;
  }
}

function orderOf({ edition, info, sheets }: Unset): Order {
  return { kind: 'edition', info, stuffing: { edition, sheets, grams: gramsOf(sheets) } };
}

async function readAllParts(db: Db, editions: readonly Unset[]): Promise<Files> {
  const files = new Map(readProofFiles(resolveAssetPath('seasons')));
  for (const { files: named } of editions) {
    for (const [path, bytes] of await readParts(db, named)) files.set(path, bytes);
  }
  return files;
}

async function storeMade(db: Db, edition: string, { master, stuffing }: MadeEdition): Promise<void> {
  await db
    .update(letterEditions)
    .set({ setAt: sql`now()`, pages: master.pages, places: master.places, master: master.pdf, stuffing })
    .where(and(eq(letterEditions.edition, edition), isNull(letterEditions.setAt)));
}

/**
 * An edition with its pages, which are typeset now if they weren't.
 * @throws Error if the edition was never stored
 */
export async function readEdition(db: Db, edition: string): Promise<SetEdition> {
  await setEditions(db, [edition]);
  const [row] = await db.select().from(letterEditions).where(eq(letterEditions.edition, edition));
  if (row === undefined || row.master === null || row.stuffing === null || row.pages === null) {
    throw new Error(`The edition ${edition} is not set.`);
  }
  const master = { pdf: row.master, pages: row.pages, places: row.places ?? [] };
  return { ...row, master, stuffing: row.stuffing, parts: () => readParts(db, row.files) };
}
