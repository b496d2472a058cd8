import { notifyManager, QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-failure.ts';

const RETRIES = 2;

// Before the next event: of two clicks in a row the second finds the button disabled.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => isPassing(error) && failures < RETRIES,
        staleTime: 10_000,
      },
      // What was asked for offline fails and says so. Waiting for a connection, it would be done when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  });
}
