/** 'letters 8 and 9'. */
export function lettersFromTo(from: number, to: number): string {
  if (from === to) return `letter ${from}`;
  return `letters ${from} ${to === from + 1 ? 'and' : 'to'} ${to}`;
}

export interface LetterSpan {
  readonly first: number;
  readonly last: number;
}

/** 'Letters 8 to 12 are'. */
export function lettersAre({ first, last }: LetterSpan): string {
  return `${capital(lettersFromTo(first, last))} ${first === last ? 'is' : 'are'}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
