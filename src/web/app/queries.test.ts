import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cacheAnswer, queryClient } from './queries.ts';

test.each(['shown', 'only fetched'])('what a change was answered with outlives an older answer, %s', async (use) => {
  const answers: ((address: string) => void)[] = [];
  const query = queryOptions({
    queryKey: ['gift', use],
    queryFn: async () => await new Promise<string>((resolve) => answers.push(resolve)),
  });
  const known = () => queryClient.getQueryData(query.queryKey);
  const stop = use === 'shown' ? new QueryObserver(queryClient, query).subscribe(() => {}) : () => {};
  void queryClient.prefetchQuery(query);
  answers[0]?.('4 Tar Lane');
  await expect.poll(known).toBe('4 Tar Lane');

  void queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => {});
  cacheAnswer(query, '9 Church Street');
  answers[1]?.('4 Tar Lane');
  await expect.poll(() => answers.length).toBe(3);
  expect(known()).toBe('9 Church Street');
  answers[2]?.('9 Church Street, Whitby');
  await expect.poll(known).toBe('9 Church Street, Whitby');
  stop();
});
