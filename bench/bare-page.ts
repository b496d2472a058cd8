import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page with a heading and nothing else to do, as heavy as one of ours. */
export interface BarePage {
  readonly url: string;
  close(): void;
}

/**
 * One document, nothing to fetch after it, no style and no script; its weight stands in a comment behind the words, as bytes that
 * cannot be compressed. Nobody can show a page of `weight` bytes with less.
 */
export async function openBarePage(weight: number): Promise<BarePage> {
  const head = '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title>';
  const words = '<h1>A murder mystery, told by post.</h1><p>Twenty-four letters over twelve months.</p>';
  const filling = Math.max(0, weight - head.length - words.length - '<!---->'.length);
  const page = Buffer.from(`${head}${words}<!--${randomBytes(filling).toString('base64').slice(0, filling)}-->`);
  const server = createServer((req, res) => {
    // A browser asks for an icon by itself.
    if (req.url !== '/') return res.writeHead(204).end();
    return res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': page.length }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
