import type { QueryClient } from '@tanstack/react-query';
import type { LettersReply } from '../../../contract/letters.ts';
import { accountQuery, deliveryQuery, lettersQuery } from '../../app/queries.ts';

/** Shows a changed calendar at once; the counts that hang on it are asked for again. */
export function cacheLetters(queryClient: QueryClient, id: string, letters: LettersReply): void {
  queryClient.setQueryData(lettersQuery(id).queryKey, letters);
  void queryClient.invalidateQueries(accountQuery);
  void queryClient.invalidateQueries(deliveryQuery(id));
}
