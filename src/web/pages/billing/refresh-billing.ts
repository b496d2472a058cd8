import { useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../app/queries.ts';

/** After money may have moved: card, invoices and subscriptions are asked for again. */
export function useRefreshBilling(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['billing'] }),
      queryClient.invalidateQueries(accountQuery),
    ]);
  };
}
