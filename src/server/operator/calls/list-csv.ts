import { pipeline, Readable } from 'node:stream';
import type { Context as HonoContext, Hono } from 'hono';
import type { Options } from 'csv-stringify';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { calendarDate, instant } from '../../../contract/fields.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { requireOperator } from '../../identity/operators/roles.ts';
import type { AppEnv } from '../../platform/http/call.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import { parseWith } from '../../platform/http/read-body.ts';
import type { OperatorHandler } from './operator-call.ts';
import type { Page } from './paging.ts';

type Row = Readonly<Record<string, unknown>>;
type ReadPage = (after: string | undefined) => Promise<Page<Row>>;

/** If `Accept` asks for CSV, a list is returned as CSV with all its pages (rules/operators 17). */
export function serveListCsv(
  app: Hono<AppEnv>,
  ctx: CommerceContext,
  endpoint: Endpoint,
  handler: OperatorHandler<Endpoint>,
): void {
  const columns = columnsOf(endpoint);
  if (columns === null) return;
  app.get(endpoint.path, async (c, next) => {
    if (!/\btext\/csv\b/i.test(c.req.header('accept') ?? '')) return await next();
    const { email, userId, role } = await requireOperator(ctx, c.req.header('authorization'), endpoint.roles ?? []);
    const act = { operator: email, operatorId: userId, note: null };
    const params = endpoint.params && (parseWith(endpoint.params, c.req.param()) as Row);
    const asked = parsedQuery(endpoint, c);
    const read: ReadPage = async (after) => {
      const query = after === undefined ? asked : { ...asked, after };
      return (await handler({ ctx, params, query, body: undefined, role, act })) as Page<Row>;
    };
    const first = await read(undefined);
    const exported = counted(pagesFrom(first, read), (rows) => logExport(ctx, endpoint, { params, asked, rows, act }));
    c.header('Content-Type', 'text/csv; charset=utf-8');
    c.header('Cache-Control', 'no-store');
    return c.body(Readable.toWeb(await csvOf(columns, exported)) as ReadableStream);
  });
}

/** Always begins with the first page, even if another page was requested. */
function parsedQuery({ query }: Endpoint, c: HonoContext): Row {
  const { after: _place, ...filters } = c.req.query();
  return query === undefined ? {} : (parseWith(query, filters) as Row);
}

interface Column {
  readonly key: string;
  /** The column's name, with the time zone for dates. */
  readonly header: string;
  readonly isChoice: boolean;
}

/** Null if the reply isn't a list. */
function columnsOf({ method, reply }: Endpoint): readonly Column[] | null {
  if (method !== 'GET' || !(reply instanceof z.ZodMiniObject) || !('next' in reply.shape)) return null;
  const { items } = reply.shape;
  if (!(items instanceof z.ZodMiniArray)) return null;
  const { element } = items.def;
  if (!(element instanceof z.ZodMiniObject)) return null;
  return Object.entries(element.shape).map(([key, schema]) => ({
    key,
    header: [wordsOf(key), ...zonesOf(schema)].join(' '),
    isChoice: isChoice(schema),
  }));
}

/** For example 'Next charge at' for `nextChargeAt`. */
function wordsOf(key: string): string {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isChoice(schema: unknown): boolean {
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional) return isChoice(schema.def.innerType);
  return schema instanceof z.ZodMiniEnum;
}

/** Days are in New York's time zone, instants in UTC. */
function zonesOf(schema: unknown): string[] {
  const hasDays = isMadeOf(schema, calendarDate);
  const hasInstants = isMadeOf(schema, instant);
  if (hasDays && hasInstants) return ['(days New York; times UTC)'];
  return hasDays ? ['(New York)'] : hasInstants ? ['(UTC)'] : [];
}

function isMadeOf(schema: unknown, part: z.ZodMiniType): boolean {
  if (schema === part) return true;
  if (
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniDefault
  ) {
    return isMadeOf(schema.def.innerType, part);
  }
  if (schema instanceof z.ZodMiniArray) return isMadeOf(schema.def.element, part);
  if (schema instanceof z.ZodMiniUnion) return schema.def.options.some((option) => isMadeOf(option, part));
  return schema instanceof z.ZodMiniObject && Object.values(schema.shape).some((field) => isMadeOf(field, part));
}

async function* pagesFrom(first: Page<Row>, read: ReadPage): AsyncGenerator<Row> {
  let page = first;
  for (;;) {
    yield* page.items;
    if (page.next === null) return;
    page = await read(page.next);
  }
}

/** Also reports the count if the download was interrupted. */
async function* counted(rows: AsyncGenerator<Row>, tell: (count: number) => Promise<void>): AsyncGenerator<Row> {
  let count = 0;
  try {
    for await (const row of rows) {
      count++;
      yield row;
    }
  } finally {
    await tell(count);
  }
}

interface Export {
  readonly params: Row | undefined;
  readonly asked: Row;
  readonly rows: number;
  readonly act: OperatorAct;
}

async function logExport(
  ctx: CommerceContext,
  { path }: Endpoint,
  { params, asked, rows, act }: Export,
): Promise<void> {
  const detail = { list: path.replace('/api/operator/', ''), ...params, filter: filterInLog(asked), rows };
  await writeOperatorLog(ctx.db, { ...act, action: 'list_exported', subscriptionId: null, detail }, ctx.clock.now());
}

/** Parameters that may name a person. Their values are left out of the log, which is never erased. */
const SEARCHED = ['q', 'recipient', 'customer'];

function filterInLog(asked: Row): string {
  return Object.entries(asked)
    .map(([name, value]) => `${name}=${SEARCHED.includes(name) ? '…' : String(value)}`)
    .join('&');
}

/** Fields that begin like a formula are escaped, since spreadsheets would run them. */
const FORMAT: Options = { header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' };

async function csvOf(columns: readonly Column[], rows: AsyncIterable<Row>): Promise<Readable> {
  const { stringify } = await import('csv-stringify');
  const cells = async function* (): AsyncGenerator<string[]> {
    for await (const row of rows)
      yield columns.map(({ key, isChoice: hasWords }) =>
        hasWords ? cellOf(row[key]).replaceAll('_', ' ') : cellOf(row[key]),
      );
  };
  const text = stringify({ ...FORMAT, columns: columns.map(({ header }) => header) });
  // After a failure the stream is destroyed, which interrupts the download.
  pipeline(cells, text, () => undefined);
  return text;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
