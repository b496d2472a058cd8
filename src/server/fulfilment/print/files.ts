import { createHash } from 'node:crypto';
import { PassThrough, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { mailingBatches, mailingFiles, mailingPieces } from '../schema.ts';
import { orNotFound } from '../../platform/api-error.ts';
import { withCodes } from '../codes/codes.ts';
import { writeCards } from './cards.ts';
import { barsOf } from '../barcodes/bars.ts';
import { digitsOf } from '../barcodes/piece-barcodes.ts';
import { type Design, designOf } from './designs/designs.ts';
import type { BarsOf } from './designs/typed-envelopes.ts';
import { setEditionsOfBatch } from './editions.ts';
import { writeMaster, writePersonal, writeStuffingSheet } from './letters.ts';
import { writeManifest } from './manifest.ts';
import { type LetterSection, writePackingSheet } from './packing-sheet.ts';
import { type NumberedPiece, type PieceRange, readPieces } from '../pieces/pieces.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import { type Batch, type PrintFile, readBatch } from './print.ts';
import { findRun, type Run, runCode } from '../runs/runs.ts';

/** @throws ApiError not_found */
export async function findFile(db: Db, runId: string, batch: number, name: string): Promise<PrintFile> {
  const isNamed = and(eq(mailingFiles.runId, runId), eq(mailingFiles.batch, batch), eq(mailingFiles.name, name));
  return orNotFound(await findRow(db, mailingFiles, isNamed), 'file');
}

/** Files of one kind, printed one after the other as one file. */
export interface PrintFiles {
  readonly name: string;
  readonly files: readonly [PrintFile, ...PrintFile[]];
}

async function writeFiles(db: Db, run: Run, { name, files }: PrintFiles, to: Writable): Promise<void> {
  const [file] = files;
  const job = { run, batch: file.batch, title: `${runCode(run)} batch ${file.batch}: ${name}`, to };
  const pieces = (more: Pick<PieceRange, 'special' | 'edition'> = {}) => readPiecesOf(db, files, more);
  switch (file.kind) {
    case 'labels':
      return await (await lookOf(db, file)).writeLabels(job, pieces());
    case 'envelopes': {
      const look = await lookOf(db, file);
      const bars: BarsOf = (piece) => {
        const digits = digitsOf(look, piece);
        return digits === null ? null : barsOf(digits);
      };
      return await look.writeEnvelopes(job, pieces(), look.returnAddress, bars);
    }
    case 'code_labels': {
      const { writeCodeLabels, codesAt } = await lookOf(db, file);
      return await writeCodeLabels(job, withCodes(db, pieces()), codesAt ?? '');
    }
    case 'cards':
      return await writeCards(job, pieces({ special: true }));
    case 'packing_sheet':
      return await writePackingSheet(job, await factsOf(db, file), pieces({ special: true }));
    case 'manifest':
      return await writeManifest(job, pieces());
    case 'letter_master':
      return await writeMaster(db, editionOfFile(file), to);
    case 'stuffing_sheet':
      return await writeStuffingSheet(db, editionOfFile(file), to);
    case 'letter_personal': {
      const edition = editionOfFile(file);
      const { codesAt } = await lookOf(db, file);
      return await writePersonal(db, { edition, codesAt }, pieces({ edition }), to);
    }
  }
}

async function* readPiecesOf(
  db: Db,
  files: readonly PrintFile[],
  more: Pick<PieceRange, 'special' | 'edition'>,
): AsyncGenerator<NumberedPiece> {
  for (const { runId, firstNumber, lastNumber, letter } of files) {
    yield* readPieces(db, { runId, firstNumber, lastNumber, letter, ...more });
  }
}

/** The design of a batch's labels and envelopes, as it was printed. */
async function lookOf(db: Db, { runId, batch }: PrintFile): Promise<Design & Batch> {
  const printed = orNotFound(await readBatch(db, runId, batch), 'batch');
  return { ...designOf(printed.design), ...printed };
}

function editionOfFile({ name, edition }: PrintFile): string {
  if (edition === null) throw new Error(`The file ${name} names no edition.`);
  return edition;
}

async function factsOf(db: Db, file: PrintFile) {
  const { postage } = orNotFound(await readBatch(db, file.runId, file.batch), 'batch');
  return { sections: await sectionsOf(db, file), postage };
}

async function sectionsOf(db: Db, { runId, firstNumber, lastNumber }: PrintFile): Promise<LetterSection[]> {
  return await db
    .select({
      letter: mailingPieces.letter,
      pieces: sql<number>`count(*)::int`,
      abroad: sql<number>`(count(*) filter (where ${mailingPieces.country} <> 'US'))::int`,
    })
    .from(mailingPieces)
    .where(and(eq(mailingPieces.runId, runId), sql`${mailingPieces.number} between ${firstNumber} and ${lastNumber}`))
    .groupBy(mailingPieces.letter)
    .orderBy(mailingPieces.letter);
}

export function streamFile(db: Db, run: Run, file: PrintFile): PassThrough {
  return streamFiles(db, run, { name: file.name, files: [file] });
}

export function streamFiles(db: Db, run: Run, files: PrintFiles): PassThrough {
  const stream = new PassThrough();
  writeFiles(db, run, files, stream).catch((error: unknown) =>
    stream.destroy(error instanceof Error ? error : undefined),
  );
  return stream;
}

/** Computes the missing hashes of a batch's files. If it is killed, it continues later. */
export async function recordFileHashes(
  ctx: Pick<FulfilmentContext, 'db'>,
  { runId, batch: number }: { runId: string; batch: number },
): Promise<void> {
  const run = await findRun(ctx.db, runId);
  const batch = await readBatch(ctx.db, runId, number);
  if (batch === null) return;
  await setEditionsOfBatch(ctx.db, runId, number);
  const ofBatch = and(eq(mailingFiles.runId, runId), eq(mailingFiles.batch, number), isNull(mailingFiles.sha256));
  const files = await ctx.db.select().from(mailingFiles).where(ofBatch).orderBy(mailingFiles.name);
  for (const file of files) {
    const made = await fingerprint(ctx.db, run, file);
    await ctx.db
      .update(mailingFiles)
      .set(made)
      .where(and(ofBatch, eq(mailingFiles.name, file.name), isStill(batch)));
  }
}

function isStill({ runId, number, printedAt }: Batch): SQL {
  return sql`exists (select 1 from ${mailingBatches} b
    where b.run_id = ${runId} and b.number = ${number} and b.printed_at = ${printedAt.toISOString()})`;
}

export async function fingerprint(db: Db, run: Run, file: PrintFile): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counting = new Writable({
    write(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      bytes += chunk.length;
      next();
    },
  });
  await pipeline(streamFile(db, run, file), counting);
  return { sha256: hash.digest('hex'), bytes };
}
