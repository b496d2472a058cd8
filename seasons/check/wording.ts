import type { Letter } from '../season.ts';
import type { Fault, SeasonOnPaper } from './fault.ts';

/** Words that are too young, words that a hand never uses, and marks that a machine would have to guess at. */
export function checkWording(season: SeasonOnPaper): Fault[] {
  return season.manifest.letters.flatMap((letter) => {
    const text = season.texts.get(letter.number);
    if (text === undefined) return [];
    return [
      ...youngWords(season, letter, `${text.writer}\n${text.margin}`),
      ...notThisHand(season, letter, text.writer),
      ...straightMarks(letter, `${text.writer}\n${text.margin}`),
    ];
  });
}

function youngWords({ youngWords: list, manifest }: SeasonOnPaper, letter: Letter, text: string): Fault[] {
  const year = Number(letter.written.slice(0, 4));
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}'-]+/gu) ?? [];
  const said = new Set(words.flatMap((word, index) => [word, `${word} ${words[index + 1] ?? ''}`]).flatMap(forms));
  return [...said]
    .filter((word) => (list.get(word) ?? 0) > year && manifest.allowedWords?.[word] === undefined)
    .map((word) => ({
      kind: 'young word' as const,
      letter: letter.number,
      says: `“${word}” was first printed in ${list.get(word)}.`,
    }));
}

/** The list has one form of a word; its endings are tried. */
function forms(word: string): string[] {
  const stems = [
    word,
    word.replace(/'s$/, ''),
    word.replace(/s$/, ''),
    word.replace(/es$/, ''),
    word.replace(/ing$/, ''),
    word.replace(/ing$/, 'e'),
  ];
  return [...new Set([...stems, word.replace(/ed$/, ''), word.replace(/d$/, '')])];
}

function notThisHand({ manifest }: SeasonOnPaper, letter: Letter, text: string): Fault[] {
  const flat = text.replaceAll(/\s+/g, ' ');
  return (manifest.writers[letter.writer]?.never ?? [])
    .filter((phrase) => matcher(phrase).test(flat))
    .map((phrase) => ({
      kind: 'not this hand' as const,
      letter: letter.number,
      says: `${letter.writer} never writes “${phrase.trim()}”.`,
    }));
}

/** Whole words, where the phrase begins or ends with a letter. */
function matcher(phrase: string): RegExp {
  const escaped = phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const [before, after] = [/^[\p{L}]/u.test(phrase) && phrase.length > 3, /[\p{L}]$/u.test(phrase)];
  return new RegExp(`${before ? String.raw`(?<!\p{L})` : ''}${escaped}${after ? String.raw`(?!\p{L})` : ''}`, 'u');
}

function straightMarks(letter: Letter, text: string): Fault[] {
  const found = /.{0,20}["'].{0,20}/.exec(text);
  return found === null ? [] : [{ kind: 'straight quotation mark', letter: letter.number, says: `“${found[0]}”` }];
}
