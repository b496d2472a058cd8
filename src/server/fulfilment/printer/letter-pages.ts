import { and, eq, inArray } from 'drizzle-orm';
import type { PrintedCode } from '../../../../seasons/press/orders.ts';
import { typeset } from '../../../../seasons/press/typesetter.ts';
import { subscriptions } from '../../commerce/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { nameInPrint } from '../../platform/typesetting/type-case.ts';
import { coded } from '../codes/codes.ts';
import { printedCode } from '../print/letters.ts';
import { readEdition } from '../print/editions.ts';
import type { Piece } from '../pieces/pieces.ts';
import { letterEditions, mailingFiles } from '../schema.ts';

interface EditionOfLetter {
  readonly edition: string;
  readonly isPersonal: boolean;
  readonly sheets: number;
}

/** Editions by `keyOfLetter`. */
export async function editionsOfBatch(
  db: Db,
  runId: string,
  batch: number,
): Promise<ReadonlyMap<string, EditionOfLetter>> {
  const rows = await db
    .selectDistinct({
      edition: letterEditions.edition,
      seasonId: letterEditions.seasonId,
      letter: letterEditions.letter,
      sheets: letterEditions.sheets,
      kind: mailingFiles.kind,
    })
    .from(mailingFiles)
    .innerJoin(letterEditions, eq(letterEditions.edition, mailingFiles.edition))
    .where(
      and(
        eq(mailingFiles.runId, runId),
        eq(mailingFiles.batch, batch),
        inArray(mailingFiles.kind, ['letter_master', 'letter_personal']),
      ),
    );
  return new Map(
    rows.map(({ edition, seasonId, letter, sheets, kind }) => [
      keyOfLetter(seasonId, letter),
      { edition, sheets, isPersonal: kind === 'letter_personal' },
    ]),
  );
}

export function keyOfLetter(seasonId: string, letter: number): string {
  return `${seasonId} ${letter}`;
}

interface Batch {
  readonly editions: ReadonlyMap<string, EditionOfLetter>;
  /** Null if the batch has no letter codes. */
  readonly codesAt: string | null;
}

/** PDFs by piece; pieces without pages are left out. With letter codes, every letter's foot differs. */
export async function pagesOf(
  db: Db,
  { editions, codesAt }: Batch,
  pieces: readonly Piece[],
): Promise<ReadonlyMap<string, Buffer>> {
  const ids = [...new Set(pieces.map(({ subscriptionId }) => subscriptionId))];
  const rows = await db
    .select({ id: subscriptions.id, seasonId: subscriptions.seasonId })
    .from(subscriptions)
    .where(inArray(subscriptions.id, ids));
  const seasons = new Map(rows.map(({ id, seasonId }) => [id, seasonId]));
  const shares = new Map<EditionOfLetter, Piece[]>();
  for (const piece of pieces) {
    const edition = editions.get(keyOfLetter(seasons.get(piece.subscriptionId) ?? '', piece.letter));
    if (edition !== undefined) shares.set(edition, [...(shares.get(edition) ?? []), piece]);
  }
  const pages = new Map<string, Buffer>();
  for (const [{ edition, isPersonal }, share] of shares) {
    const set = await readEdition(db, edition);
    const codes = codesAt === null ? null : await codesOf(db, share, codesAt);
    const isAlike = !isPersonal && codes === null;
    const pdfs = isAlike ? share.map(() => set.master.pdf) : await ownPages(set, share, codes);
    for (const [index, { id }] of share.entries()) {
      const pdf = pdfs[index];
      if (pdf !== undefined) pages.set(id, pdf);
    }
  }
  return pages;
}

async function codesOf(db: Db, share: readonly Piece[], site: string): Promise<readonly PrintedCode[]> {
  return (await coded(db, share)).map(({ code }) => printedCode(site, code));
}

async function ownPages(
  { info, master, parts }: Awaited<ReturnType<typeof readEdition>>,
  share: readonly Piece[],
  codes: readonly PrintedCode[] | null,
): Promise<readonly Buffer[]> {
  const orders = share.map(({ address }, index) => ({
    kind: 'personal' as const,
    info,
    master,
    names: [nameInPrint(address.fullName)],
    ...(codes !== null && { codes: codes.slice(index, index + 1) }),
  }));
  return (await typeset({ files: await parts(), orders })).filter((made) => Buffer.isBuffer(made));
}
