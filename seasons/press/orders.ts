import { brotliCompressSync, constants } from 'node:zlib';
import type { Letter } from '../season.ts';
import type { Files, LetterInfo } from './letter-files.ts';
import { passagesOf, type PassageText } from './passages.ts';
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
    }
  | { readonly kind: 'screen'; readonly info: LetterInfo; readonly enclosures: Letter['enclosures'] }
  | {
      readonly kind: 'certificate';
      /** Whose stationery it is on. */
      readonly season: string;
      readonly shown: object;
    };

/** Stands in a letter's text where the subscriber's name will. */
export const NAME_TO_COME = 'THE-NAME-TO-COME';

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

/** A letter to be looked at on a screen, without a name. */
export interface MadeScreen {
  /** SVG, compressed with brotli. */
  readonly pictures: readonly Buffer[];
  readonly passages: readonly PassageText[];
  readonly namePlaces: Master['places'];
}

export type Made = MadeEdition | MadeScreen | Buffer;

export function fill(press: Press, order: Order): Made {
  if (order.kind === 'personal') return press.personal(order.info, order.master, order);
  if (order.kind === 'certificate') return setCertificate(press, order.season, order.shown);
  if (order.kind === 'screen') return setScreen(press, order.info, order.enclosures);
  const master = press.master(order.info);
  return { master, stuffing: setStuffing(press, order.info, master, order.stuffing) };
}

/** Quick, and within a tenth of the smallest that brotli can do. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 22 } };

function setScreen(press: Press, info: LetterInfo, enclosures: Letter['enclosures']): MadeScreen {
  return {
    pictures: press.pictures(info, null).map((picture) => brotliCompressSync(Buffer.from(picture), BROTLI)),
    passages: passagesOf(press.text(info, enclosures, NAME_TO_COME)),
    namePlaces: press.master(info).places,
  };
}

function setCertificate(press: Press, season: string, shown: object): Buffer {
  return press.set(`#include "/${season}/certificate/certificate.typ"`, {
    'certificate.json': Buffer.from(JSON.stringify(shown)),
  });
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
