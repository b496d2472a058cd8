import pLimit from 'p-limit';

/** Does `work` for each item, at most `width` at a time; results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  return await pLimit(width).map(items, (item) => work(item));
}

/** 0, 1, … `count` - 1. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
