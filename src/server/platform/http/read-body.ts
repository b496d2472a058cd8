import type * as z from 'zod/mini';
import { ApiError } from '../api-error.ts';

const BODY_LIMIT = 64 * 1024;

/**
 * An empty body counts as an empty object.
 * @throws ApiError too_large, bad_json
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, BODY_LIMIT);
  return bytes.byteLength === 0 ? {} : parseJson(bytes);
}

/** @throws ApiError bad_json */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('bad_json', 'The body is not JSON.');
  }
}

/** @throws ApiError too_large without reading further than `limit` */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced === null) return await readUnannounced(request, limit);
  if (Number(announced) > limit) throw tooLarge(limit);
  // Node checks the announced length of a body, and a web stream would cost a third of a millisecond.
  return new Uint8Array(await request.arrayBuffer());
}

async function readUnannounced(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): ApiError {
  return new ApiError('too_large', `That’s more than ${limit / 1024} kB of text. Shorten it and try again.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('bad_json', 'The body is not UTF-8.');
  }
}

/** @throws ApiError validation_failed with every invalid field */
export function parseWith<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const path = issue.path.map(String).join('.') || 'body';
    fields[path] ??= issue.message;
  }
  throw new ApiError('validation_failed', 'Please check the marked fields.', fields);
}
