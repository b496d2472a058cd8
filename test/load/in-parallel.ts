/** Does `work` for each item, at most `width` at a time; results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let position = next++; position < items.length; position = next++) {
      results[position] = await work(items[position] as T);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** 0, 1, … up to `count`. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

/** The items by their key, each group in the order of the items. */
export function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
