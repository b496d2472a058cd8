import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cleanDraft, cleanLines } from '../domain/typed-text.ts';
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

/** A part of a file: its cells are cleaned when the file is read. */
const PART_OF_FILE = 'addImportPart.body.text';

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

const texts = Object.entries({ ...API, ...OPERATOR_API }).flatMap(([name, endpoint]) =>
  (['body', 'query', 'params'] as const).flatMap((part) => textsIn(endpoint[part], `${name}.${part}`)),
);

test('no text that a caller sends may hold the character that no database stores', () => {
  const accepting = texts.filter(([, schema]) => UNSTORABLE.some((text) => z.safeParse(schema, text).success));
  expect(texts.length).toBeGreaterThan(300);
  expect(accepting.map(([path]) => path)).toEqual(NEVER_STORED);
});

const INVISIBLE = Array.from('\u00AD\u200B\u200C\u200E\u202A\u202C\u2060\uFE0F\uFEFF\u0007');

/** What a schema makes of texts with invisible characters, each where it is most likely to be pasted. */
function outcomesOf(schema: Schema): readonly string[] {
  const good = ['a', 'Ada Quill', '1', '04579', '2026-11-25', 'US', 'ada@example.com', 'season-1', 'cafe\u0301'];
  const typed = good.flatMap((text) =>
    INVISIBLE.flatMap((odd) => [`${text}${odd}`, `${odd}${text}`, `${text.slice(0, 2)}${odd}${text.slice(2)}`]),
  );
  const spaced = good.flatMap((text) => [` ${text}`, `${text}\u00A0`, `${text}  ${text}`]);
  return [...typed, ...spaced].flatMap((text) => {
    const parsed = z.safeParse(schema, text);
    return parsed.success && typeof parsed.data === 'string' ? [parsed.data] : [];
  });
}

test('every text that a caller sends is cleaned or refused, save a password', () => {
  const unclean = texts.filter(([, schema]) => outcomesOf(schema).some((text) => text !== cleanDraft(text)));
  expect(unclean.map(([path]) => path)).toEqual([...NEVER_STORED, PART_OF_FILE]);
});

test('every text has single spaces and none at its ends, save notes, which are saved while they are written', () => {
  const spaced = texts.filter(([, schema]) => outcomesOf(schema).some((text) => text !== cleanLines(text)));
  expect(spaced.map(([path]) => path)).toEqual([
    ...NEVER_STORED,
    'syncNotes.body.changes.pinnedTo',
    'syncNotes.body.changes.text',
    PART_OF_FILE,
  ]);
});

test('a text has line breaks only where its form has lines', () => {
  const broken = texts.filter(([, schema]) => z.safeParse(schema, 'one\ntwo').data === 'one\ntwo');
  expect(broken.map(([path]) => path)).toEqual([
    'deleteAccount.body.password',
    'syncNotes.body.changes.pinnedTo',
    'syncNotes.body.changes.text',
    'cancelSubscription.body.comment',
    'createGiftDraft.body.giftMessage',
    'changeGiftDraft.body.giftMessage',
    'correctGift.body.giftMessage',
    'reportLetterFault.body.says',
    'saveTheory.body.words',
    'sealTheory.body.words',
    'addNote.body.text',
    'correctGiftForCustomer.body.giftMessage',
    'startBulkAction.body.text',
    PART_OF_FILE,
    'changeSetting.body.value',
  ]);
});
