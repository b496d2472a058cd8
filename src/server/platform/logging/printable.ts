import { stripVTControlCharacters } from 'node:util';

const CONTROLS = /[^\P{Cc}\n\t]/gu;
const BIDI_FORMATS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const LINE_BREAKS = /[\n\r\t\v\f\u0085\u2028\u2029]+/gu;

/**
 * Makes a text safe for a terminal: removes escape sequences, control characters and characters that change the
 * direction of writing.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(CONTROLS, '').replaceAll(BIDI_FORMATS, '');
}

/** Also replaces line breaks, for a row of a table. */
export function printableLine(text: string): string {
  return printable(stripVTControlCharacters(text).replaceAll(LINE_BREAKS, ' '));
}

/** The value as JSON, with escapes for characters that control a terminal. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(CONTROLS, escaped).replaceAll(BIDI_FORMATS, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
