import { useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../app/queries.ts';

/** Refetches everything that a payment may have changed. */
export function useRefreshBilling(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['billing'] }),
      queryClient.invalidateQueries(accountQuery),
    ]);
  };
}
