import type * as z from 'zod/mini';

type Presentable<Reply> = {
  readonly [Field in keyof Reply]: string extends Reply[Field] ? Reply[Field] | Date : Reply[Field];
};

/** Takes only the fields of the reply's schema from a row, and writes instants as text. */
export function present<Schema extends z.ZodMiniObject>(reply: Schema, row: Presentable<z.output<Schema>>) {
  const values: Readonly<Record<string, unknown>> = row;
  const presented: Record<string, unknown> = {};
  for (const name in reply.shape) presented[name] = textOfInstant(values[name]);
  return presented as z.output<Schema>;
}

function textOfInstant(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
