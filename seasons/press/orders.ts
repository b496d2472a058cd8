import type { Files, LetterInfo } from './letter-files.ts';
import type { Master, Press } from './press.ts';

/** What a letter's edition says about itself to the operator who packs it. */
export interface Stuffing {
  readonly edition: string;
  readonly sheets: number;
  /** In its envelope, with a gift's card. */
  readonly grams: number;
}

/** A code as a picture of one unit to a square, and as it is typed. */
export interface PrintedCode {
  readonly svg: string;
  readonly words: string;
}

export type Order =
  | { readonly kind: 'edition'; readonly info: LetterInfo; readonly stuffing: Stuffing }
  | {
      readonly kind: 'personal';
      readonly info: LetterInfo;
      readonly master: Master;
      readonly names: readonly string[];
      /** One for each name, at the foot of its last page. */
      readonly codes?: readonly PrintedCode[];
    };

export interface MadeEdition {
  readonly master: Master;
  /** One page: what goes in, fold by fold. */
  readonly stuffing: Buffer;
}

/** What the typesetting process is given: files once, then what to make of them. */
export interface Orders {
  readonly files: Files;
  readonly orders: readonly Order[];
}

export type Made = MadeEdition | Buffer;

export function fill(press: Press, order: Order): Made {
  if (order.kind === 'personal') return press.personal(order.info, order.master, order);
  const master = press.master(order.info);
  return { master, stuffing: setStuffing(press, order.info, master, order.stuffing) };
}

function setStuffing(press: Press, info: LetterInfo, master: Master, { edition, sheets, grams }: Stuffing): Buffer {
  const { number, title } = info;
  const isPersonal = master.places.length > 0;
  const shown = {
    number,
    title,
    edition,
    sheets,
    grams: grams.toFixed(1),
    pages: master.pages,
    personal: isPersonal,
    gift: number === 1,
  };
  return press.set('#include "/press/stuffing.typ"', {
    'stuffing.json': Buffer.from(JSON.stringify(shown)),
    'master.pdf': master.pdf,
  });
}
