export function lettersFromTo(from: number, to: number): string {
  if (from === to) return `letter ${from}`;
  return `letters ${from} ${to === from + 1 ? 'and' : 'to'} ${to}`;
}

/** 'letters 5 to 7', or 'letters 5 and 7' if one between them is missing. */
export function lettersNamed(letters: readonly number[]): string {
  const [first, last] = [letters[0] ?? 0, letters.at(-1) ?? 0];
  if (last - first < letters.length) return lettersFromTo(first, last);
  return `letters ${letters.slice(0, -1).join(', ')} and ${last}`;
}

/** 'Letter 8 goes', or 'Letters 8 to 12 go'. */
export function lettersGo(letters: readonly number[]): string {
  return `${capital(lettersNamed(letters))} ${letters.length === 1 ? 'goes' : 'go'}`;
}

/** 'The replacement for letter 7 goes to the new address.'; an empty list without one (rules/subscriptions 27). */
export function copiesGoThere(letters: readonly number[]): readonly string[] {
  if (letters.length === 0) return [];
  const [copies, go] = letters.length === 1 ? ['replacement for letter', 'goes'] : ['replacements for letters', 'go'];
  return [`The ${copies} ${letters.join(' and ')} ${go} to the new address.`];
}

export interface LetterSpan {
  readonly first: number;
  readonly last: number;
}

export function lettersAre({ first, last }: LetterSpan): string {
  return `${capital(lettersFromTo(first, last))} ${first === last ? 'is' : 'are'}`;
}

export function stillToCome(toCome: LetterSpan | null): string {
  return toCome === null ? 'All letters of this gift have been mailed.' : `${lettersAre(toCome)} still to come.`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const LOOKED_INTO =
  'we decide within two business days whether to replace it. You’ll see the answer beside the letter';

export const MAILED_AGAIN = 'We’ll mail it again at our expense.';

export const MAILED_AGAIN_LATER =
  'No letters are being mailed right now. If the letters continue, we’ll mail this one again at our expense.';

export const NOT_THE_FIRST = `We’ve already agreed to replace another letter of this season. If you report this one, ${LOOKED_INTO}`;

export const WHEN_MISSING =
  'We replace the first missing letter of a season right away. If another goes missing, we decide within two business days whether to replace it. You’ll see the answer beside that letter in your account.';

export const ENVELOPE_WORDS =
  'Each letter is one #10 business envelope, about 9.5 × 4.1 inches (24 × 10.5 cm). It fits an ordinary mailbox, and we also mail to PO boxes and military addresses.';

export const CUSTOMS_WORDS =
  'Letters contain only paper, so customs normally charge nothing. If your post office asks for a fee, email us.';
