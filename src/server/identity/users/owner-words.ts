import { lettersOf } from '../passwords/known-words.ts';
import { fullNameIn, type Metadata } from './metadata.ts';

interface Owner {
  readonly email: string;
  readonly userMetadata: Metadata;
  /** The name in the profile, which its owner can change separately from the metadata. */
  readonly name?: string | null;
}

/** Limited, since a name may consist of thousands of words. */
const MOST_WORDS = 16;
const LONGEST_WORD = 255;

/** What an attacker knows about the owner: the address and the name, whole and word by word (rules/accounts 20). */
export function ownerWords({ email, userMetadata, name = null }: Owner): readonly string[] {
  const address = [email, ...email.slice(0, LONGEST_WORD).split('@')];
  const words = [...wordsOf(name ?? ''), ...address, ...wordsOf(fullNameIn(userMetadata) ?? '')];
  const known = words.filter(({ length }) => length > 0 && length <= LONGEST_WORD);
  return [...new Set(known)].slice(0, MOST_WORDS);
}

function wordsOf(name: string): string[] {
  return [name, lettersOf(name), ...name.split(/\P{L}+/u)];
}
