import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { search, type SearchHit } from '../../../../contract/operator/search.ts';
import { queryOf } from '../../../app/queries.ts';

const PAUSE_MS = 150;
const MOST = 8;

export interface Suggested {
  readonly hits: readonly SearchHit[];
  readonly more: boolean;
}

/** The hits for this text once it hasn't changed for a moment, never those of an earlier text. */
export function useSuggestions(text: string, isOpen: boolean): Suggested | undefined {
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isAsked = isOpen && asked === text && text.length >= 2;
  const { data } = useQuery({ ...queryOf(search, { query: { q: asked } }), enabled: isAsked });
  if (!isAsked || data === undefined) return undefined;
  return { hits: data.hits.slice(0, MOST), more: data.more || data.hits.length > MOST };
}
