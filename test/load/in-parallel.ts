import pLimit from 'p-limit';

/** Does `work` for each item, at most `width` at a time; results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  return await pLimit(width).map(items, (item) => work(item));
}

/** 0, 1, … up to `count`. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

/** The items by their key, each group in the order of the items. */
export function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
