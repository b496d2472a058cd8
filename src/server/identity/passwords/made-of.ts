const MOST_DIGITS = 4;

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

export function lettersOf(text: string): string {
  return text.normalize('NFKD').replaceAll(/\P{L}/gu, '').toLowerCase();
}
