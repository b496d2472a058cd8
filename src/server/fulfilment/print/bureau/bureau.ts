import { PassThrough, type Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { type Run, runCode } from '../../runs/runs.ts';
import { mailingFiles } from '../../schema.ts';
import { setEditionsOfBatch } from '../editions.ts';
import { streamFile } from '../files.ts';
import { HashedZip, textStream } from '../hashed-zip.ts';
import type { Batch, PrintFile } from '../print.ts';
import { pagesOfEditions, writeAddresses, writeIndex } from './lists.ts';
import { bureauInstructions } from './instructions.ts';

export const BUREAU_FILE = 'bureau.zip';

const FOR_BUREAU: readonly PrintFile['kind'][] = [
  'packing_sheet',
  'labels',
  'envelopes',
  'cards',
  'letter_master',
  'letter_personal',
  'stuffing_sheet',
  'code_labels',
];

/** A batch as a ZIP file for any print house (rules/fulfilment 63), made while it is downloaded. */
export async function streamBureau(db: Db, run: Run, batch: Batch): Promise<Readable> {
  await setEditionsOfBatch(db, run.id, batch.number);
  const ofBatch = and(eq(mailingFiles.runId, run.id), eq(mailingFiles.batch, batch.number));
  const all = await db.select().from(mailingFiles).where(ofBatch).orderBy(mailingFiles.name);
  const files = all.filter(({ kind }) => FOR_BUREAU.includes(kind));
  const editions = await pagesOfEditions(db, files);
  const zip = new HashedZip(run.freezesAt);
  zip.add('READ-ME.txt', () => textStream(bureauInstructions(run, batch, files, editions)));
  zip.add('addresses.csv', () => written((to) => writeAddresses(db, { run, batch }, to)));
  zip.add('index.csv', () => written((to) => writeIndex(db, { run, batch, files }, to)));
  for (const file of files) zip.add(`pdf/${file.name}`, () => streamFile(db, run, file));
  return zip.end(`${runCode(run)} batch ${batch.number}`);
}

function written(write: (to: PassThrough) => Promise<void>): PassThrough {
  const stream = new PassThrough();
  write(stream).catch((error: unknown) => stream.destroy(error instanceof Error ? error : undefined));
  return stream;
}
