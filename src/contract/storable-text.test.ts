import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { API } from './api.ts';
import { OPERATOR_API } from './operator/api.ts';

/** PostgreSQL stores no U+0000 (rules/code 30). */
const UNSTORABLE = ['', 'a', 'Ada Quill', '1', '2026-11-25', 'US', 'ada@example.com', 'a@b.example'].flatMap((text) => [
  `${text}\u0000`,
  `\u0000${text}`,
  `${text.slice(0, 1)}\u0000${text.slice(1)}`,
]);

/** A password is only compared. */
const NEVER_STORED = ['deleteAccount.body.password'];

type Schema = z.core.$ZodType;

function textsIn(schema: Schema | undefined, path: string): [path: string, schema: Schema][] {
  if (schema instanceof z.core.$ZodString) return [[path, schema]];
  if (schema instanceof z.core.$ZodObject) {
    return Object.entries(schema._zod.def.shape).flatMap(([name, field]) => textsIn(field, `${path}.${name}`));
  }
  if (schema instanceof z.core.$ZodArray) return textsIn(schema._zod.def.element, path);
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap((option) => textsIn(option, path));
  if (schema instanceof z.core.$ZodPipe) return textsIn(schema._zod.def.in, path);
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  ) {
    return textsIn(schema._zod.def.innerType, path);
  }
  return [];
}

test('no text that a caller sends may hold the character that no database stores', () => {
  const texts = Object.entries({ ...API, ...OPERATOR_API }).flatMap(([name, endpoint]) =>
    (['body', 'query', 'params'] as const).flatMap((part) => textsIn(endpoint[part], `${name}.${part}`)),
  );
  const accepting = texts.filter(([, schema]) => UNSTORABLE.some((text) => z.safeParse(schema, text).success));
  expect(texts.length).toBeGreaterThan(300);
  expect(accepting.map(([path]) => path)).toEqual(NEVER_STORED);
});
