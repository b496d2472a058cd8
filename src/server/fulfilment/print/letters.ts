import type { Writable } from 'node:stream';
import { typeset } from '../../../../seasons/press/typesetter.ts';
import type { Db } from '../../platform/db/database.ts';
import { nameInPrint } from '../../platform/typesetting/type-case.ts';
import type { NumberedPiece } from '../pieces/pieces.ts';
import { readEdition } from './editions.ts';

/** The master, to be copied as often as there are pieces. */
export async function writeMaster(db: Db, edition: string, to: Writable): Promise<void> {
  to.end((await readEdition(db, edition)).master.pdf);
}

export async function writeStuffingSheet(db: Db, edition: string, to: Writable): Promise<void> {
  to.end((await readEdition(db, edition)).stuffing);
}

/** A set of pages for each piece, with its subscriber's name, in the order of the envelopes. */
export async function writePersonal(
  db: Db,
  edition: string,
  pieces: AsyncIterable<NumberedPiece>,
  to: Writable,
): Promise<void> {
  const { info, master, parts } = await readEdition(db, edition);
  const names: string[] = [];
  for await (const { address } of pieces) names.push(nameInPrint(address.fullName));
  const [pdf] = await typeset({ files: await parts(), orders: [{ kind: 'personal', info, master, names }] });
  if (!Buffer.isBuffer(pdf)) throw new Error('Personal letters came back as something else.');
  to.end(pdf);
}
