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
      // A mutation made offline fails; waiting for a connection, it would happen unexpectedly later.
      mutations: { networkMode: 'always' },
    },
  });
}
