import type { ReactNode } from 'react';
import styles from './list-table.module.css';

export interface Column<Item> {
  readonly name: string;
  readonly cell: (item: Item) => ReactNode;
  readonly title?: (item: Item) => string;
  /** Long text takes two lines. */
  readonly wraps?: true;
  /** Long text widens the column. Other columns cut it off. */
  readonly whole?: true;
  /** Replaces the name in the column's header, and says how the column is sorted. */
  readonly head?: { readonly content: ReactNode; readonly sort: 'ascending' | 'descending' | 'none' };
}

interface ListTableProps<Item> {
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
}

export function ListTable<Item extends { readonly id: string }>({ label, columns, items }: ListTableProps<Item>) {
  return (
    // A scrolling region must be focusable, or the keyboard can't scroll it.
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table} data-sortable={columns.some(({ head }) => head !== undefined)}>
        <thead>
          <tr>
            {columns.map(({ name, head }) => (
              <th key={name} scope="col" aria-sort={head?.sort}>
                {head?.content ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} data-row tabIndex={-1}>
              {columns.map(({ name, cell, title, wraps, whole }, index) =>
                index === 0 ? (
                  <th key={name} scope="row" title={title?.(item)}>
                    {cell(item)}
                  </th>
                ) : (
                  <td key={name} data-name={name} data-wraps={wraps} data-whole={whole} title={title?.(item)}>
                    {cell(item)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
