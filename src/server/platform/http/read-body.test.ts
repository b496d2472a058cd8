import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../api-error.ts';
import { parseWith, readBytes, readJson } from './read-body.ts';

function request(body: BodyInit | null): Request {
  return new Request('http://localhost/', {
    method: 'POST',
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
}

describe('a body', () => {
  test('is JSON, or nothing, which is an empty object', async () => {
    expect(await readJson(request('{"a":[1]}'))).toEqual({ a: [1] });
    expect(await readJson(request(''))).toEqual({});
    expect(await readJson(request(null))).toEqual({});
  });

  test.each([
    ['that is half a JSON text', '{"a":'],
    ['that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['that is a form', 'a=1&b=2'],
  ])('%s is refused as bad_json', async (_what, body) => {
    await expect(readJson(request(body))).rejects.toMatchObject({ code: 'bad_json' });
  });

  test('is read no further than its limit', async () => {
    let produced = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        produced += 1024;
        controller.enqueue(new Uint8Array(1024));
      },
    });
    await expect(readBytes(request(endless), 4096)).rejects.toMatchObject({ code: 'too_large' });
    expect(produced).toBeLessThan(10_000);
  });

  test('of exactly the limit is taken', async () => {
    expect(await readBytes(request('x'.repeat(4096)), 4096)).toHaveLength(4096);
  });
});

describe('what came in, compared with the contract', () => {
  const schema = z.object({ plan: z.enum(['monthly', 'annual']), address: z.object({ city: z.string() }) });

  test('every field that is wrong is named by its path, with the first reason', () => {
    const refusal = refusalOf(() => parseWith(schema, { plan: 'weekly', address: { city: 7 } }));
    expect(refusal.code).toBe('validation_failed');
    expect(Object.keys(refusal.fields ?? {})).toEqual(['plan', 'address.city']);
  });

  test.each([[null], ['text'], [7], [[]]])('%j in place of an object is told as the body', (value) => {
    expect(Object.keys(refusalOf(() => parseWith(schema, value)).fields ?? {})).toEqual(['body']);
  });

  test('fields that are not in the contract do not come in', () => {
    const value = JSON.parse(
      '{"plan":"annual","address":{"city":"Bath"},"__proto__":{"admin":true},"price":1}',
    ) as unknown;
    expect(parseWith(schema, value)).toEqual({ plan: 'annual', address: { city: 'Bath' } });
  });
});

function refusalOf(parse: () => unknown): ApiError {
  try {
    parse();
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('It was not refused.');
}
