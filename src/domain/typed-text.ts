const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
const CONTROL = /\p{Cc}/gu;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const SPACES = /[\t\p{Zs}\u2800]+/gu;

/** Matches one emoji: invisible characters join several pictures into one, or choose how it looks. */
const PICTURE = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?`;
const EMOJI = String.raw`\u{1F3F4}[\u{E0030}-\u{E007A}]{1,6}\u{E007F}|${PICTURE}(?:\u200D${PICTURE})*|[0-9#*]\uFE0F\u20E3`;
const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI})|${INVISIBLE.source}`, 'gu');

/** Cleans a one-line field for storage (rules/checkout 56). */
export function cleanLine(typed: string): string {
  const visible = typed.replace(LINE_BREAK, ' ').replace(INVISIBLE, '');
  return withoutControls(visible).normalize('NFC').replace(SPACES, ' ').trim();
}

export function cleanLines(typed: string): string {
  return cleanDraft(typed)
    .replace(SPACES, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cleans a text that is saved while the user is typing. */
export function cleanDraft(typed: string): string {
  const visible = typed.replace(EMOJI_OR_INVISIBLE, (_, emoji: string | undefined) => emoji ?? '');
  return visible.replace(LINE_BREAK, '\n').split('\n').map(withoutControls).join('\n').normalize('NFC');
}

function withoutControls(line: string): string {
  return line.replaceAll('\t', ' ').replace(CONTROL, '');
}

const DASH = /[\p{Pd}\u02D7\u2043\u2212\u2500]/gu;
/** Users type this Japanese mark as a dash beside digits. After kana it is a letter. */
const LONG_VOWEL_MARKS = /(^|[^\u3041-\u3096\u30A1-\u30FA\u30FC])(\u30FC+)/gu;

export function cleanCode(typed: string): string {
  return cleanLine(
    cleanLine(typed)
      .normalize('NFKC')
      .replace(LONG_VOWEL_MARKS, (_, before: string, marks: string) => before + '-'.repeat(marks.length))
      .replace(DASH, '-')
      .replaceAll(/\p{Nd}/gu, digitOf),
  );
}

/** The ten digits of a script have consecutive code points. */
function digitOf(digit: string): string {
  let value = 0;
  for (let code = (digit.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(code)); code -= 1) value += 1;
  return String(value % 10);
}
