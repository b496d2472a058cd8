import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchAccount } from './realtime.ts';
import { accessToken, renewSession, useSession } from './session.ts';

/** Refetches the shown queries whenever the server reports a change of the account. */
export function useAccountChanges(): void {
  const userId = useSession()?.user.id;
  const queries = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return undefined;
    return watchAccount({ userId, accessToken, renewSession, onChange: () => void queries.invalidateQueries() });
  }, [userId, queries]);
}
