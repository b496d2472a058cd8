import type { CommerceContext } from '../../commerce/context.ts';
import type { OperatorAct } from '../../platform/audit-log/operator-log.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';
import type { Page } from '../paging/paging.ts';

/** What stands behind the command's name: `--subscription ID` and the like. */
export type Options = Readonly<Record<string, string | undefined>>;

export interface Command {
  /** How it is called, and what it does. */
  readonly usage: string;
  /** Runs beside settings with which no server starts, since it is what puts that right. */
  readonly runsWhileRefused?: true;
  /**
   * @param words what follows the command's name without a dash
   * @returns what the operator reads
   * @throws OperatorError, ApiError
   */
  run(ctx: CommerceContext, options: Options, operator: string, words: readonly string[]): Promise<string>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Somebody at a terminal, in the words of the log. */
export function atTerminal(operator: string, note: string | null = null): OperatorAct {
  return { operator: `${operator}, at a terminal`, note };
}

/** @throws OperatorError with that sentence when the word is missing */
export function wordOf(words: readonly string[], sentence: string): string {
  const [word] = words;
  if (word === undefined || word === '') throw new OperatorError(sentence);
  return word;
}

type Row = readonly (string | number | null)[];

/** Rows as columns of a terminal, each as wide as its widest cell. */
export function columns(rows: readonly Row[]): string {
  const texts = rows.map((row) => row.map((cell) => String(cell ?? '-')));
  const widths = texts.reduce<number[]>((most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)), []);
  return texts.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()).join('\n');
}

/** Those rows under that sentence, or what is said when there are none. */
export function listing(title: string, rows: readonly Row[], none: string): string {
  return rows.length === 0 ? none : `${title}\n${columns(rows)}`;
}

interface PageInWords<Item> {
  readonly title: string;
  readonly page: Page<Item>;
  readonly rowOf: (item: Item) => Row;
  /** What is said when there is nothing. */
  readonly none: string;
}

/** One page of a list, and how the next one is asked for. */
export function pageListing<Item>({ title, page: { items, next }, rowOf, none }: PageInWords<Item>): string {
  const shown = listing(title, items.map(rowOf), next === null ? none : 'Nothing on this page.');
  return next === null ? shown : `${shown}\n  More: the same with --after ${next}`;
}
