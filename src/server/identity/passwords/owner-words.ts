import { fullNameIn, type Metadata } from '../users/metadata.ts';

interface Owner {
  readonly email: string;
  readonly userMetadata: Metadata;
}

/** An invalid address may be a megabyte of @. */
const MOST_WORDS = 16;
const LONGEST_WORD = 255;
const MOST_DIGITS = 4;

/** What a guesser knows of the owner: address and name, whole and in words (rules/accounts 20). */
export function ownerWords({ email, userMetadata }: Owner): readonly string[] {
  const name = fullNameIn(userMetadata) ?? '';
  const words = [name, lettersOf(name), ...name.split(/\P{L}+/u), email, ...email.slice(0, LONGEST_WORD).split('@')];
  const known = words.filter(({ length }) => length > 0 && length <= LONGEST_WORD);
  return [...new Set(known)].slice(0, MOST_WORDS);
}

/** Nothing but these words in any order, signs between them, and at most four digits (rules/accounts 66). */
export function isMadeOf(password: string, words: readonly string[]): boolean {
  if (password.replaceAll(/\P{N}/gu, '').length > MOST_DIGITS) return false;
  const letters = lettersOf(password);
  const parts = words.flatMap((word) => [lettersOf(word), ...word.split(/\P{L}+/u).map(lettersOf)]).filter(Boolean);
  const reached = new Set([0]);
  // A set yields what is added while it is walked.
  for (const at of reached) {
    for (const part of parts) if (letters.startsWith(part, at)) reached.add(at + part.length);
  }
  return letters !== '' && reached.has(letters.length);
}

function lettersOf(text: string): string {
  return text.normalize('NFKD').replaceAll(/\P{L}/gu, '').toLowerCase();
}
