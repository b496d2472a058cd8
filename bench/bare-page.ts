import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sum } from './statistics.ts';

export interface Fetched {
  readonly url: string;
  /** Chromium's name: Document, Stylesheet, Script, Font… */
  readonly type: string;
  /** Headers included. */
  readonly bytes: number;
}

export function scriptsOf(files: readonly Fetched[]): Fetched[] {
  return files.filter(({ type, url }) => type === 'Script' || url.endsWith('.js'));
}

export function weightOf(files: readonly Fetched[]): number {
  return sum(files.map(({ bytes }) => bytes));
}

/** Pages with a heading and a sentence, as heavy as one of ours. */
export interface BarePages {
  /** Empty files of the same number, weights and kinds. */
  readonly inFiles: string;
  /** The whole weight in one document. */
  readonly inOne: string;
  close(): void;
}

const WORDS = '<h1>A murder mystery, told by post.</h1><p>Twenty-four letters over twelve months.</p>';
/** Of the headers that node writes, about. */
const HEADERS = 200;

export async function openBarePages(files: readonly Fetched[]): Promise<BarePages> {
  const [document, ...rest] = files.filter(({ type }) => type !== 'Other');
  const kind = (wanted: string) => rest.filter(({ type }) => type === wanted);
  const fonts = await Promise.all(
    kind('Font').map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  );
  const [faces, links] = [fonts.map(face).join(''), fonts.map(preload).join('')];
  const head = `<link rel="stylesheet" href="/bare.css">${links}<script type="module" src="/bare.js"></script>`;
  const answers = new Map<string, readonly [type: string, body: Buffer]>([
    ['/', ['text/html', page(head, document?.bytes ?? 0)]],
    [
      '/one',
      [
        'text/html',
        page(
          '',
          files.reduce((total, { bytes }) => total + bytes, 0),
        ),
      ],
    ],
    [
      '/bare.css',
      ['text/css', filled(`${faces}h1{font-family:f0}p{font-family:f1}/*`, '*/', kind('Stylesheet')[0]?.bytes)],
    ],
    ['/bare.js', ['text/javascript', filled('/*', '*/', kind('Script')[0]?.bytes)]],
    ...fonts.map((body, index) => [`/${index}.woff2`, ['font/woff2', body]] as const),
  ]);
  const server = createServer((req, res) => {
    const [type, body] = answers.get(req.url ?? '') ?? [];
    // A browser asks for an icon by itself.
    if (type === undefined || body === undefined) return res.writeHead(204).end();
    return res.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const inFiles = `http://127.0.0.1:${port}/`;
  return { inFiles, inOne: `${inFiles}one`, close: () => server.close() };
}

function face(_font: Buffer, index: number): string {
  return `@font-face{font-family:f${index};font-display:swap;src:url(/${index}.woff2)}`;
}

function preload(_font: Buffer, index: number): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${index}.woff2">`;
}

function page(head: string, bytes: number): Buffer {
  const start = '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title>';
  return filled(`${start}${head}${WORDS}<!--`, '-->', bytes);
}

/** Filled with bytes that cannot be compressed. */
function filled(start: string, end: string, bytes = 0): Buffer {
  const filling = Math.max(0, bytes - HEADERS - start.length - end.length);
  return Buffer.from(start + randomBytes(filling).toString('base64').slice(0, filling) + end);
}
