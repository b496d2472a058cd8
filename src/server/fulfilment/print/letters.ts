import type { Writable } from 'node:stream';
import type { PrintedCode } from '../../../../seasons/press/orders.ts';
import { typeset } from '../../../../seasons/press/typesetter.ts';
import type { Db } from '../../platform/db/database.ts';
import { nameInPrint } from '../../platform/typesetting/type-case.ts';
import type { NumberedPiece } from '../pieces/pieces.ts';
import { withCodes } from '../codes/codes.ts';
import { qrOf, qrSvg } from '../codes/qr.ts';
import { letterCodeInGroups } from '../../../domain/letter-code.ts';
import { readEdition } from './editions.ts';

/** Writes the PDF of a letter that is the same for everyone, to be copied once per piece. */
export async function writeMaster(db: Db, edition: string, to: Writable): Promise<void> {
  to.end((await readEdition(db, edition)).master.pdf);
}

export async function writeStuffingSheet(db: Db, edition: string, to: Writable): Promise<void> {
  to.end((await readEdition(db, edition)).stuffing);
}

/** Writes one set of pages for each piece, in the order of the envelopes, with the piece's code at the foot. */
export async function writePersonal(
  db: Db,
  { edition, codesAt }: { readonly edition: string; readonly codesAt: string | null },
  pieces: AsyncIterable<NumberedPiece>,
  to: Writable,
): Promise<void> {
  const { info, master, parts } = await readEdition(db, edition);
  const names: string[] = [];
  const codes: PrintedCode[] = [];
  const read = codesAt === null ? pieces : withCodes(db, pieces);
  for await (const piece of read) {
    names.push(nameInPrint(piece.address.fullName));
    if (codesAt !== null && 'code' in piece) codes.push(printedCode(codesAt, piece.code));
  }
  const order = { kind: 'personal', info, master, names, ...(codesAt !== null && { codes }) } as const;
  const [pdf] = await typeset({ files: await parts(), orders: [order] });
  if (!Buffer.isBuffer(pdf)) throw new Error('Personal letters came back as something else.');
  to.end(pdf);
}

export function printedCode(site: string, code: string): PrintedCode {
  return { svg: qrSvg(qrOf(site, code)), words: letterCodeInGroups(code) };
}
