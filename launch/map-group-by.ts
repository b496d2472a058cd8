/** Vitest 5 prints failures with Map.groupBy, which came with Node 21. */
export function provideMapGroupBy(): void {
  if ('groupBy' in Map) return;
  Object.defineProperty(Map, 'groupBy', { value: groupBy, writable: true, configurable: true });
}

function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
