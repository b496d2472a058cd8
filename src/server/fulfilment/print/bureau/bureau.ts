import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import type { Db } from '../../../platform/db/database.ts';
import { type Run, runCode } from '../../runs/runs.ts';
import { mailingFiles } from '../../schema.ts';
import { setEditionsOfBatch } from '../editions.ts';
import { streamFile } from '../files.ts';
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

/** A batch for any print house (rules/fulfilment 63), made while it is sent. */
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

function textStream(text: string): PassThrough {
  const stream = new PassThrough();
  stream.end(text);
  return stream;
}

function written(write: (to: PassThrough) => Promise<void>): PassThrough {
  const stream = new PassThrough();
  write(stream).catch((error: unknown) => stream.destroy(error instanceof Error ? error : undefined));
  return stream;
}

/** Opens each file in its turn, so that one is made at a time; the last lists the others' hashes. */
class HashedZip {
  readonly #zip = new ZipFile();
  readonly #sums: string[] = [];
  readonly #output = new PassThrough();

  constructor(private readonly mtime: Date) {
    this.#zip.on('error', (error: Error) => this.#output.destroy(error));
  }

  add(name: string, open: () => Readable): void {
    this.#zip.addReadStreamLazy(name, { mtime: this.mtime, mode: 0o100644 }, (give) => {
      const hash = createHash('sha256');
      const stream = open();
      const hashed = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          hash.update(chunk);
          next(null, chunk);
        },
        flush: (done) => {
          this.#sums.push(`${hash.digest('hex')}  ${name}\n`);
          done();
        },
      });
      stream.on('error', (error) => this.#output.destroy(error));
      this.#output.on('close', () => stream.destroy());
      give(null, stream.pipe(hashed));
    });
  }

  end(comment: string): Readable {
    this.#zip.addReadStreamLazy('SHA256SUMS', { mtime: this.mtime, mode: 0o100644 }, (give) =>
      give(null, textStream(this.#sums.join(''))),
    );
    this.#zip.end({ forceZip64Format: false, comment });
    this.#zip.outputStream.pipe(this.#output);
    return this.#output;
  }
}
