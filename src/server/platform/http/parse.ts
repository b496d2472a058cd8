import type * as z from 'zod/mini';
import { ApiError } from '../errors/api-error.ts';

/** @throws ApiError validation_failed, with every wrong field */
export function parseWith<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const path = issue.path.map(String).join('.') || 'body';
    fields[path] ??= issue.message;
  }
  throw new ApiError('validation_failed', 'Some fields need another look.', fields);
}
