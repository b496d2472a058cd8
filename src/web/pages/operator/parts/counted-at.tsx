import { instantInWords } from './words.ts';

export function CountedAt({ at }: { readonly at: string | null }) {
  return at === null ? null : <p>{`These figures were counted on ${instantInWords(at)}, New York.`}</p>;
}
