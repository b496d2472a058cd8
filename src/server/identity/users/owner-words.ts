import { lettersOf } from '../passwords/known-words.ts';
import { fullNameIn, type Metadata } from './metadata.ts';

interface Owner {
  readonly email: string;
  readonly userMetadata: Metadata;
  /** The profile's name, which its owner may change without the metadata. */
  readonly name?: string | null;
}

/** A name may be of thousands of words. */
const MOST_WORDS = 16;
const LONGEST_WORD = 255;

/** What a guesser knows of the owner: address and name, whole and in words (rules/accounts 20). */
export function ownerWords({ email, userMetadata, name = null }: Owner): readonly string[] {
  const address = [email, ...email.slice(0, LONGEST_WORD).split('@')];
  const words = [...wordsOf(name ?? ''), ...address, ...wordsOf(fullNameIn(userMetadata) ?? '')];
  const known = words.filter(({ length }) => length > 0 && length <= LONGEST_WORD);
  return [...new Set(known)].slice(0, MOST_WORDS);
}

function wordsOf(name: string): string[] {
  return [name, lettersOf(name), ...name.split(/\P{L}+/u)];
}
