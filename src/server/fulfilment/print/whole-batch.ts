import type { Readable } from 'node:stream';
import { and, asc, eq } from 'drizzle-orm';
import { formatDate } from '../../../domain/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Run, runCode } from '../runs/runs.ts';
import { mailingFiles } from '../schema.ts';
import { count, fileInWords } from './bureau/instructions.ts';
import { type EditionPages, pagesOfEditions } from './bureau/lists.ts';
import { setEditionsOfBatch } from './editions.ts';
import { type PrintFiles, streamFile, streamFiles } from './files.ts';
import { HashedZip, textStream } from './hashed-zip.ts';
import { type Batch, PIECES_PER_FILE, type PrintFile } from './print.ts';

export const WHOLE_BATCH_FILE = 'everything.zip';

type Kind = PrintFile['kind'];

/** Kinds of files that each need their own paper, from a tray of its own. */
const TRAYS = {
  envelopes: 'envelopes',
  labels: 'labels',
  code_labels: 'code-labels',
  cards: 'cards',
} as const satisfies Partial<Record<Kind, string>>;

const LETTERS: readonly Kind[] = ['letter_master', 'letter_personal', 'stuffing_sheet'];

/** A batch for the shop's own printer, made while it is downloaded (rules/fulfilment 63). */
export async function streamWholeBatch(db: Db, run: Run, batch: Batch): Promise<Readable> {
  await setEditionsOfBatch(db, run.id, batch.number);
  const { runId, batch: number, letter, part, name } = mailingFiles;
  const files = await db
    .select()
    .from(mailingFiles)
    .where(and(eq(runId, run.id), eq(number, batch.number)))
    .orderBy(asc(letter), asc(part), asc(name));
  const trays = Object.entries(TRAYS).flatMap(([kind, tray]) => traysOf(files, kind as Kind, tray));
  const letters = files.filter(({ kind }) => LETTERS.includes(kind));
  const editions = await pagesOfEditions(db, files);
  const zip = new HashedZip(run.freezesAt);
  zip.add('READ-ME.txt', () => textStream(instructions({ run, batch, trays, letters, editions })));
  for (const file of files.filter(({ letter: of }) => of === null)) zip.add(file.name, () => streamFile(db, run, file));
  for (const tray of trays) zip.add(`trays/${tray.name}`, () => streamFiles(db, run, tray));
  for (const file of letters) zip.add(`letters/${file.name}`, () => streamFile(db, run, file));
  return zip.end(`${runCode(run)} batch ${batch.number}`);
}

function traysOf(all: readonly PrintFile[], kind: Kind, tray: string): PrintFiles[] {
  const groups: [PrintFile, ...PrintFile[]][] = [];
  for (const file of all.filter((each) => each.kind === kind)) {
    const last = groups.at(-1);
    if (last !== undefined && piecesOf([...last, file]) <= PIECES_PER_FILE) last.push(file);
    else groups.push([file]);
  }
  return groups.map((files, index) => ({ name: `${tray}${index === 0 ? '' : `-${index + 1}`}.pdf`, files }));
}

function piecesOf(files: readonly PrintFile[]): number {
  return files.reduce((sum, { pieces }) => sum + pieces, 0);
}

interface Instructed {
  readonly run: Run;
  readonly batch: Batch;
  readonly trays: readonly PrintFiles[];
  readonly letters: readonly PrintFile[];
  readonly editions: ReadonlyMap<string, EditionPages>;
}

function instructions({ run, batch, trays, letters, editions }: Instructed): string {
  return [
    `The Dead Letter Club, ${runCode(run)}, batch ${batch.number}`,
    `To the post on ${formatDate(run.handOverOn)}`,
    '',
    'packing-sheet.pdf: how many envelopes each letter has, the stamps, and which envelopes need care',
    'manifest.csv: each piece with its address',
    '',
    'One paper each, letter by letter; print each file once:',
    ...trays.map(
      ({ name, files }) => `trays/${name}: ${count(piecesOf(files), 'piece')}; ${fileInWords(files[0], editions)}`,
    ),
    '',
    'US Letter, both sides, turned on the long edge:',
    ...letters.map((file) => `letters/${file.name}: ${count(file.pieces, 'piece')}; ${fileInWords(file, editions)}`),
    '',
    'SHA256SUMS proves that every file is as we made it: sha256sum -c SHA256SUMS.',
    '',
  ].join('\r\n');
}
