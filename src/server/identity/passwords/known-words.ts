/** Characters that are often typed instead of letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'il',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'il',
  '|': 'il',
  '+': 't',
  '€': 'e',
  '(': 'c',
};

/** Emoji aren't included. */
const PUNCTUATION = /[\p{P}\p{Z}\p{Cc}\p{Cf}$+<=>^`|~]/u;

/**
 * The password without known words and punctuation. Finds words in any order, repeated, backwards, with punctuation in
 * them, or with lookalikes for letters (rules/accounts 66).
 * @returns the password itself if it contains no known word
 */
export function withoutKnownWords(password: string, words: readonly string[]): string {
  const characters = Array.from(plain(password));
  const spellings = spellingsOf(words);
  // The shortest remainder of the text before each position.
  const rests: (string | undefined)[] = [''];
  const offer = (at: number, rest: string) => {
    if (rest.length < (rests[at]?.length ?? Infinity)) rests[at] = rest;
  };
  for (const [at, character] of characters.entries()) {
    const rest = rests[at];
    if (rest === undefined) continue;
    offer(at + 1, PUNCTUATION.test(character) ? rest : rest + character);
    for (const spelling of spellings) {
      const end = endOf(spelling, characters, at);
      if (end !== null) offer(end, rest);
    }
  }
  const rest = rests[characters.length] ?? '';
  return rest === characters.filter((character) => !PUNCTUATION.test(character)).join('') ? password : rest;
}

function spellingsOf(words: readonly string[]): readonly string[] {
  const parts = words.flatMap((word) => [lettersOf(word), ...word.split(/\P{L}+/u).map(lettersOf)]);
  const spellings = parts.flatMap((part) => [part, Array.from(part).reverse().join('')]);
  return [...new Set(spellings)].filter(Boolean);
}

/** The end of a word that begins at that position; null if the word isn't there. */
function endOf(word: string, characters: readonly string[], at: number): number | null {
  let end = at;
  for (const letter of word) {
    while (end > at && !standsFor(characters[end], letter) && PUNCTUATION.test(characters[end] ?? '')) end++;
    if (!standsFor(characters[end], letter)) return null;
    end++;
  }
  return end;
}

function standsFor(character: string | undefined, letter: string): boolean {
  return character !== undefined && (character === letter || (LOOKALIKES[character]?.includes(letter) ?? false));
}

export function lettersOf(text: string): string {
  return plain(text).replaceAll(/\P{L}/gu, '');
}

/** Removes case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
