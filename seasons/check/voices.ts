import type { Letter } from '../season.ts';
import { beginOf } from './fault.ts';
import { normalized, type LetterText } from './source.ts';

/** Each person whose hand is on a letter, with when. */
export function voicesOf(letter: Letter): readonly { readonly person: string; readonly at: string }[] {
  const pencil = letter.annotatedBy;
  return [
    { person: letter.writer, at: beginOf(letter.written) },
    ...(pencil === undefined ? [] : [{ person: pencil, at: beginOf(letter.annotated ?? letter.written) }]),
  ];
}

/** Whether a quotation stands in the letter, in the voice that is said to say it, or on something enclosed. */
export function isOnPaper(
  letter: Letter,
  quoted: { readonly quote: string; readonly by?: string },
  text: LetterText | undefined,
  artifacts: ReadonlyMap<string, string>,
): boolean {
  const wanted = normalized(quoted.quote);
  const enclosed = letter.enclosures.flatMap(({ id, described, title }) => [title, described, artifacts.get(id) ?? '']);
  const isNote = quoted.by !== undefined && quoted.by !== letter.writer;
  const voice = isNote ? text?.margin : text?.writer;
  return wanted !== '' && [voice ?? '', ...enclosed].some((part) => normalized(part).includes(wanted));
}
