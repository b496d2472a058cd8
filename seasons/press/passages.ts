import { TypesettingError } from './errors.ts';

/** A paragraph of a letter; its kind says what it is on the paper, its marks how some of its words are written. */
export interface PassageText {
  readonly kind: string;
  readonly runs: readonly { readonly text: string; readonly marks: readonly string[] }[];
}

interface Open {
  readonly tag: string;
  readonly kind: string;
}

/** Tags that stand inside a paragraph, and how their words are marked. */
const MARKS: Readonly<Record<string, string>> = { em: 'em', strong: 'strong', s: 'struck', u: 'underlined' };
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '’', nbsp: '\u00a0' };
const TOKEN = /<(\/?)([a-z0-9]+)((?:\s+[a-z-]+="[^"]*")*)\s*\/?>|([^<]+)/g;

/**
 * The passages of a letter from the HTML that `read.typ` makes, so that a browser need not parse any.
 * @throws TypesettingError for a tag that `read.typ` does not make
 */
export function passagesOf(html: string): PassageText[] {
  const passages: { kind: string; runs: { text: string; marks: string[] }[] }[] = [];
  const open: Open[] = [];
  let isBegun = false;
  for (const [whole, closing, tag, attributes = '', words] of html.matchAll(TOKEN)) {
    if (words !== undefined) addText(plain(words));
    else if (tag === 'br') addText('\n');
    else if (tag === 'hr') passages.push({ kind: 'rule', runs: [] });
    else if (closing === '/') close(tag ?? '');
    else begin(whole, tag ?? '', attributes);
  }
  return withWholeNotes(
    passages.filter(({ kind, runs }) => kind === 'rule' || runs.some(({ text }) => text.trim() !== '')),
  );

  function begin(whole: string, tag: string, attributes: string): void {
    const kind = /class="([^"]*)"/.exec(attributes)?.[1] ?? '';
    if (!/^(?:div|p|h2|section|ol|li|span|em|strong|s|u)$/.test(tag)) {
      throw new TypesettingError(`A letter’s text has ${whole}, which no reader of ours knows.`);
    }
    open.push({ tag, kind });
    if (tag === 'p' || tag === 'h2' || tag === 'div') isBegun = false;
    const value = /value="(\d+)"/.exec(attributes)?.[1];
    if (tag === 'li' && value !== undefined) addText(`${value}. `);
  }

  function close(tag: string): void {
    const at = open.findLastIndex((one) => one.tag === tag);
    if (at === -1) throw new TypesettingError(`A letter’s text closes ${tag}, which is not open.`);
    open.splice(at);
    if (tag === 'p' || tag === 'h2' || tag === 'div' || tag === 'section') isBegun = false;
  }

  function addText(text: string): void {
    if (!isBegun && text.trim() === '') return;
    if (!isBegun) passages.push({ kind: kindOf(open), runs: [] });
    isBegun = true;
    const marks = open.flatMap(({ tag, kind }) => MARKS[tag] ?? (tag === 'span' ? kind : []));
    passages.at(-1)?.runs.push({ text, marks });
  }
}

/** A note in the margin stays in one passage, though a list of its own stands in it. */
function withWholeNotes(passages: readonly PassageText[]): PassageText[] {
  const whole: PassageText[] = [];
  for (const passage of passages) {
    const before = whole.at(-1);
    if (before === undefined || !isOpen(before)) whole.push(passage);
    else whole[whole.length - 1] = { kind: before.kind, runs: [...before.runs, ...passage.runs] };
  }
  return whole;
}

function isOpen({ runs }: PassageText): boolean {
  const words = runs.map(({ text }) => text).join('');
  return words.split('[').length > words.split(']').length;
}

/** The innermost name that the paper has for it. */
function kindOf(open: readonly Open[]): string {
  const outer = open.findLast(({ tag, kind }) => kind !== '' && tag !== 'span')?.kind;
  const isTitle = open.some(({ tag }) => tag === 'h2');
  return isTitle ? `${outer ?? 'letter'}-title` : (outer ?? 'paragraph');
}

/** Breaks between tags are one space; entities are their characters. */
function plain(text: string): string {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/&(#x[0-9a-f]+|#\d+|[a-z]+);/gi, (_, name: string) => characterOf(name.toLowerCase()));
}

function characterOf(name: string): string {
  if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
  if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
  const character = ENTITIES[name];
  if (character === undefined)
    throw new TypesettingError(`A letter’s text has &${name};, which no reader of ours knows.`);
  return character;
}
