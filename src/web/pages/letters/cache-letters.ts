import type { QueryClient } from '@tanstack/react-query';
import type { LettersReply } from '../../../contract/letters.ts';
import { accountQuery, deliveryQuery, lettersQuery } from '../../app/queries.ts';

export function cacheLetters(queryClient: QueryClient, id: string, letters: LettersReply): void {
  queryClient.setQueryData(lettersQuery(id).queryKey, letters);
  void queryClient.invalidateQueries(accountQuery);
  void queryClient.invalidateQueries(deliveryQuery(id));
}
