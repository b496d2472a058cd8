const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
const CONTROL = /\p{Cc}/gu;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const SPACES = /[\t\p{Zs}\u2800]+/gu;

/** Invisible characters join pictures and choose their look. */
const PICTURE = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?`;
const EMOJI = String.raw`\u{1F3F4}[\u{E0030}-\u{E007A}]{1,6}\u{E007F}|${PICTURE}(?:\u200D${PICTURE})*|[0-9#*]\uFE0F\u20E3`;
const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI})|${INVISIBLE.source}`, 'gu');

/** A field of one line, as it is stored (rules/checkout 56). */
export function cleanLine(typed: string): string {
  const visible = typed.replace(LINE_BREAK, ' ').replace(INVISIBLE, '');
  return withoutControls(visible).normalize('NFC').replace(SPACES, ' ').trim();
}

/** A field of several lines. */
export function cleanLines(typed: string): string {
  return cleanDraft(typed)
    .replace(SPACES, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** A text that is saved while it is being written. */
export function cleanDraft(typed: string): string {
  const visible = typed.replace(EMOJI_OR_INVISIBLE, (_, emoji: string | undefined) => emoji ?? '');
  return visible.replace(LINE_BREAK, '\n').split('\n').map(withoutControls).join('\n').normalize('NFC');
}

function withoutControls(line: string): string {
  return line.replaceAll('\t', ' ').replace(CONTROL, '');
}

const DASH = /[\p{Pd}\u02D7\u2043\u2212\u2500]/gu;
/** A dash beside digits, a letter after kana. */
const LONG_VOWEL_MARKS = /(^|[^\u3041-\u3096\u30A1-\u30FA\u30FC])(\u30FC+)/gu;

/** Codes and numbers, in ASCII. */
export function cleanCode(typed: string): string {
  return cleanLine(
    cleanLine(typed)
      .normalize('NFKC')
      .replace(LONG_VOWEL_MARKS, (_, before: string, marks: string) => before + '-'.repeat(marks.length))
      .replace(DASH, '-')
      .replaceAll(/\p{Nd}/gu, digitOf),
  );
}

/** A script's ten digits follow one another. */
function digitOf(digit: string): string {
  let value = 0;
  for (let code = (digit.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(code)); code -= 1) value += 1;
  return String(value % 10);
}
