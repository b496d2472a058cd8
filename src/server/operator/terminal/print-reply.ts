import { formatUsd } from '../../../domain/money.ts';
import { printableLine } from '../../platform/logging/printable.ts';

type Row = Readonly<Record<string, unknown>>;

/** A wider table is printed as one block for each row. */
const WIDEST_TABLE = 180;

export function printReply(reply: unknown): string {
  if (!isRow(reply) || !Array.isArray(reply['items'])) return printFields(reply as Row).join('\n');
  const { items, next } = reply as { items: Row[]; next: string | null };
  const shown = items.length === 0 ? 'Nothing.' : printTable(items);
  return next === null ? shown : `${shown}\nMore: the same with --after ${next}`;
}

function printFields(row: Row): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    if (Array.isArray(value) && value.every(isRow))
      return [`${name}:`, ...indented(value.length === 0 ? 'none' : printTable(value))];
    if (isRow(value)) return [`${name}:`, ...indented(printFields(value).join('\n') || 'none')];
    return [`${titleOf(name)}: ${cell(name, value)}`];
  });
}

function printTable(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names.map(titleOf), ...rows.map((row) => names.map((name) => cell(name, row[name])))];
  const widths = names.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const padded = cells.map((line) => line.map((text, at) => text.padEnd(widths[at] ?? 0)));
  const lines = padded.map((line) => line.join('  ').trimEnd());
  if (lines.every(({ length }) => length <= WIDEST_TABLE)) return lines.join('\n');
  return rows.map((row) => names.map((name) => `${titleOf(name)}: ${cell(name, row[name])}`).join('\n')).join('\n\n');
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/;

/** A value is printed on one line, even if it has line breaks. */
function cell(name: string, value: unknown): string {
  return printableLine(textOf(name, value));
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && name.endsWith('Cents')) return formatUsd(value);
  if (Array.isArray(value)) return value.map((each) => textOf('', each)).join(', ') || '-';
  if (typeof value === 'string') return value.replace(INSTANT, '$1 $2 UTC');
  if (!isRow(value)) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, each]) => `${key} ${textOf(key, each)}`);
  return parts.join(', ') || '-';
}

/** Removes 'Cents', since amounts are printed in dollars. */
function titleOf(name: string): string {
  return name.replace(/Cents$/, '');
}

function indented(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`.trimEnd());
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
