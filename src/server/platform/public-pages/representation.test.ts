import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, represent } from './representation.ts';

const TEXT = 'A letter, a letter, a letter. '.repeat(40);
let server: Server;

beforeAll(async () => {
  const page = represent({ body: Buffer.from(TEXT) }, { 'Content-Type': 'text/plain' });
  const font = represent({ body: Buffer.from(TEXT), compressed: true }, { 'Content-Type': 'font/woff2' });
  server = createServer((req, res) => answer(req, res, req.url === '/font' ? font : page)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => server.close());

describe('the encoding', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=1.0', 'br'],
    ['identity', undefined],
    ['', undefined],
    ['zebra', undefined],
  ])('for "%s" is %s', async (accepted, encoding) => {
    const reply = await get({ 'accept-encoding': accepted });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(decode(reply.body, encoding)).toBe(TEXT);
    expect(reply.headers['vary']).toBe('Accept-Encoding');
    expect(Number(reply.headers['content-length'])).toBe(reply.body.length);
  });

  test('of what is compressed already is its own', async () => {
    const reply = await get({ 'accept-encoding': 'br' }, '/font');
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.headers['vary']).toBeUndefined();
    expect(reply.body.toString()).toBe(TEXT);
  });
});

describe('a validator', () => {
  test('is strong, and another one for each encoding', async () => {
    const replies = await Promise.all(
      ['br', 'gzip', 'identity'].map((accepted) => get({ 'accept-encoding': accepted })),
    );
    const etags = replies.map(({ headers }) => headers.etag ?? '');
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/);
  });

  test('brings 304 without a body when it still holds, also weakly or in a list', async () => {
    const { etag = '' } = (await get({ 'accept-encoding': 'br' })).headers;
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await get({ 'accept-encoding': 'br', 'if-none-match': given });
      expect(reply.status).toBe(304);
      expect(reply.body.length).toBe(0);
      expect(reply.headers.etag).toBe(etag);
    }
  });

  test('of another version brings the page', async () => {
    expect((await get({ 'accept-encoding': 'br', 'if-none-match': '"yesterday"' })).status).toBe(200);
  });
});

test('HEAD is answered like GET, without the body', async () => {
  const reply = await get({ 'accept-encoding': 'br' }, '/', 'HEAD');
  expect(reply.status).toBe(200);
  expect(reply.body.length).toBe(0);
  expect(Number(reply.headers['content-length'])).toBeGreaterThan(0);
});

interface Reply {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** By `node:http`, because `fetch` chooses encodings and decodes them by itself. */
async function get(headers: Record<string, string>, path = '/', method = 'GET'): Promise<Reply> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, path, method, headers }).end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks) };
}

function decode(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return encoding === 'gzip' ? gunzipSync(body).toString() : body.toString();
}
