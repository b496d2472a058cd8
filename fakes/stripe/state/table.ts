export interface Row {
  readonly id: string;
}

export interface Change {
  table: string;
  id: string;
  before: Row | undefined;
  after: Row | undefined;
}

type Key<R> = (row: R) => string | null;

/** Rows of one kind in order of creation; they are never changed in place, because events share them. */
export class Table<R extends Row, Index extends string = never> {
  readonly #rows = new Map<string, R>();
  readonly #indexes: Array<{ key: Key<R>; ids: Map<string, Set<string>>; name: Index }>;

  constructor(
    readonly name: string,
    private readonly onChange: (change: Change) => void,
    indexes: Record<Index, Key<R>>,
  ) {
    this.#indexes = (Object.keys(indexes) as Index[]).map((index) => ({
      name: index,
      key: indexes[index],
      ids: new Map(),
    }));
  }

  get(id: string): R | undefined {
    return this.#rows.get(id);
  }

  put(row: R): R {
    const before = this.#rows.get(row.id);
    this.restore(row.id, row);
    this.onChange({ table: this.name, id: row.id, before, after: row });
    return row;
  }

  delete(id: string): void {
    const before = this.#rows.get(id);
    if (!before) return;
    this.restore(id, undefined);
    this.onChange({ table: this.name, id, before, after: undefined });
  }

  clear(): void {
    for (const id of this.#rows.keys()) this.delete(id);
  }

  where(index: Index, value: string): R[] {
    const ids = this.#indexes.find(({ name }) => name === index)?.ids.get(value) ?? [];
    return [...ids].flatMap((id) => this.#rows.get(id) ?? []);
  }

  oldestFirst(): IterableIterator<R> {
    return this.#rows.values();
  }

  newestFirst(): R[] {
    return [...this.#rows.values()].reverse();
  }

  get size(): number {
    return this.#rows.size;
  }

  /** For replay and rollback. */
  restore(id: string, row: R | undefined): void {
    const before = this.#rows.get(id);
    for (const { key, ids } of this.#indexes) {
      const [from, to] = [before && key(before), row && key(row)];
      if (from === to) continue;
      if (from) ids.get(from)?.delete(id);
      if (to) ids.set(to, (ids.get(to) ?? new Set()).add(id));
    }
    if (row) this.#rows.set(id, row);
    else this.#rows.delete(id);
  }
}
