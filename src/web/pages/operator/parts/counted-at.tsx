import { instantInWords } from './words.ts';

export function CountedAt({ at }: { readonly at: string | null }) {
  return at === null ? null : <p>Counted at night, on {instantInWords(at)}.</p>;
}
