/** The row of a query that finds at most one; null when it finds none. */
export async function firstRow<Row>(rows: PromiseLike<readonly Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null;
}
