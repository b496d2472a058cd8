import * as z from 'zod/mini';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { parseWith } from '../../platform/http/read-body.ts';

export type CallContract = Pick<Endpoint, 'path' | 'summary' | 'params' | 'query' | 'body'>;

const PARTS = ['params', 'query', 'body'] as const;

/** One flag. A field of an object is named like 'address.city'. */
export interface Field {
  readonly part: (typeof PARTS)[number];
  readonly name: string;
  readonly kind: 'text' | 'number' | 'whole number' | 'yes or no' | 'list';
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly preset: unknown;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

export function fieldsOf(call: CallContract): Field[] {
  return PARTS.flatMap((part) => {
    const schema = call[part];
    return schema === undefined ? [] : fieldsIn(part, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  });
}

function fieldsIn(part: Field['part'], schema: JsonSchema, prefix = '', optional = false): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key;
    const inner = withoutNull(property as JsonSchema);
    const required = !optional && (schema.required ?? []).includes(key);
    if (inner.properties) return fieldsIn(part, inner, `${name}.`, !required);
    const choices = (inner.enum ?? []).map(String);
    return [{ part, name, kind: kindOf(inner), choices, required, preset: (property as JsonSchema).default }];
  });
}

function withoutNull(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

function kindOf({ type }: JsonSchema): Field['kind'] {
  if (type === 'number') return 'number';
  if (type === 'integer') return 'whole number';
  if (type === 'boolean') return 'yes or no';
  return type === 'array' ? 'list' : 'text';
}

export type Texts = Readonly<Record<string, readonly string[] | undefined>>;

/** @throws ApiError validation_failed */
export function parseFields(call: CallContract, texts: Texts) {
  const given: Record<string, Record<string, unknown>> = { params: {}, query: {}, body: {} };
  for (const field of fieldsOf(call)) {
    const text = texts[field.name];
    if (text !== undefined) assign(given[field.part] ?? {}, field.name.split('.'), valueOf(field, text));
  }
  const schemas = PARTS.flatMap((part) => (call[part] === undefined ? [] : [[part, call[part]] as const]));
  return parseWith(z.object(Object.fromEntries(schemas)), given);
}

function assign(target: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[key] = value;
  else assign((target[key] ??= {}) as Record<string, unknown>, rest, value);
}

const YES_OR_NO: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false };

/** A text that can't be converted is passed on, so that the schema refuses it. */
function valueOf({ kind }: Field, texts: readonly string[]): unknown {
  const text = texts.at(-1) ?? '';
  if (kind === 'list') return texts.flatMap((each) => each.split(','));
  if (kind === 'yes or no') return YES_OR_NO[text.toLowerCase()] ?? text;
  if (kind === 'text' || text.trim() === '' || Number.isNaN(Number(text))) return text;
  return Number(text);
}
