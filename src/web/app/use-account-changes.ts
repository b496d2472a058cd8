import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchAccount } from './realtime.ts';
import { accessToken, renewSession, useSession } from './session.ts';

/** While a page of the account is shown, whatever it shows is asked for again when the server says that something has changed. */
export function useAccountChanges(): void {
  const userId = useSession()?.user.id;
  const queries = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return undefined;
    return watchAccount({ userId, accessToken, renewSession, onChange: () => void queries.invalidateQueries() });
  }, [userId, queries]);
}
