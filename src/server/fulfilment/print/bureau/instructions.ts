import { formatDate } from '../../../../domain/calendar-date.ts';
import type { EditionPages } from './lists.ts';
import { type Run, runCode } from '../../runs/runs.ts';
import type { Batch, PrintFile } from '../print.ts';

const WHAT = {
  packing_sheet: 'how many envelopes each letter has, the stamps, and which envelopes need care',
  labels: 'address labels, Avery 5160, in place of printed envelopes',
  letter_master: 'one set of pages for all: as many copies as it has pieces',
  letter_personal: 'a set of pages for each piece, in the order of the envelopes',
  envelopes: '#10 envelopes, 9 1/2 by 4 1/8 in., one page for each piece',
  cards: 'cards, A6, for gifts alone; a long message fills more than one',
  stuffing_sheet: 'shows how the sheets are folded and what goes in; it does not go in itself',
  code_labels: 'labels, Avery 5160, one for each piece: on the edge of the last page of its letter',
} as const satisfies Partial<Record<PrintFile['kind'], string>>;

const WITH_BARCODES = [
  'addresses.csv has each address, its ZIP+4 where it is known, and the digits and bars of its Intelligent Mail barcode.',
  'Envelopes to the United States have the barcode already. Do not print another.',
];
const WITHOUT_BARCODES = [
  'addresses.csv has each address, and its ZIP+4 where it is known. The envelopes have no Intelligent Mail barcode.',
];

/** The instructions for the print house that accompany the files. */
export function bureauInstructions(
  run: Run,
  { number, mailerId }: Batch,
  files: readonly PrintFile[],
  editions: ReadonlyMap<string, EditionPages>,
): string {
  return [
    `The Dead Letter Club, ${runCode(run)}, batch ${number}`,
    `To the post on ${formatDate(run.handOverOn)}`,
    '',
    'Paper: 24 lb, US Letter, printed on both sides at 100 %, turned on the long edge; black and two spot colors.',
    'Fold in thirds as the stuffing sheet shows. One letter to an envelope, always.',
    '',
    ...files.map((file) => `pdf/${file.name}: ${count(file.pieces, 'piece')}; ${fileInWords(file, editions)}`),
    '',
    'index.csv says for each piece which pages of which file are its own, counted from 1.',
    ...(mailerId === null ? WITHOUT_BARCODES : WITH_BARCODES),
    'SHA256SUMS proves that every file is as we made it: sha256sum -c SHA256SUMS.',
    '',
    'Spoiled sheets and whatever is left over: destroy them. Names are on them.',
    '',
  ].join('\r\n');
}

export function fileInWords({ kind, edition }: PrintFile, editions: ReadonlyMap<string, EditionPages>): string {
  const what = kind in WHAT ? WHAT[kind as keyof typeof WHAT] : '';
  const paper = editions.get(edition ?? '');
  if (paper === undefined || (kind !== 'letter_master' && kind !== 'letter_personal')) return what;
  return `${what}; each set is ${count(paper.sheets, 'sheet')}, ${count(paper.pages, 'side')}`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
