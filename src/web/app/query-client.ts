import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-failure.ts';

const RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => isPassing(error) && failures < RETRIES,
        staleTime: 10_000,
      },
    },
  });
}
