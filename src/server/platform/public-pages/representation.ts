import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, type BrotliOptions, constants, gzipSync } from 'node:zlib';
import pLimit from 'p-limit';
import { rawHeader } from '../http/raw-header.ts';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

export interface Representation {
  readonly status: number;
  readonly variant: (encoding: Encoding) => Variant;
}

interface Variant {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: RawHeaders;
  readonly validators: RawHeaders;
}

type RawHeaders = string[];

export interface Content {
  readonly body: Buffer;
  readonly br?: Buffer | undefined;
  readonly gzip?: Buffer | undefined;
  readonly compressed?: boolean;
}

export type Headers = Readonly<Record<string, string>>;

/** Compresses content that the build didn't already compress. */
export function represent(content: Content, headers: Headers, status = 200): Representation {
  const { body, compressed = false } = content;
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  if (compressed) {
    const identity = variant(body, `"${hash}"`, headers, {});
    return { status, variant: () => identity };
  }
  const varying = { ...headers, Vary: 'Accept-Encoding' };
  const packed = (bytes: Buffer, encoding: Encoding, name: string = encoding) =>
    variant(bytes, `"${hash}-${name}"`, varying, { 'Content-Encoding': encoding });
  const made = {
    br: content.br && packed(content.br, 'br'),
    gzip: content.gzip && packed(content.gzip, 'gzip'),
    identity: variant(body, `"${hash}"`, varying, {}),
  };
  if (!content.br) void packHard(body, (bytes) => (made.br = packed(bytes, 'br')));
  const make = {
    br: () => packed(brotliCompressSync(body, atQuality(LIGHT)), 'br', 'br-light'),
    gzip: () => packed(gzipSync(body), 'gzip'),
    identity: () => made.identity,
  };
  return { status, variant: (encoding) => (made[encoding] ??= make[encoding]()) };
}

const LIGHT = 5;

/** In ms. */
const HARD_AFTER = 1_000;

/** Uses one thread, so that the others are free for sign-ins. */
const packing = pLimit(1);

async function packHard(body: Buffer, take: (bytes: Buffer) => void): Promise<void> {
  await sleep(HARD_AFTER, undefined, { ref: false });
  take(await packing(() => promisify(brotliCompress)(body, atQuality(constants.BROTLI_MAX_QUALITY))));
}

function atQuality(quality: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}

function variant(bytes: Buffer, etag: string, headers: Headers, aboutBody: Headers): Variant {
  const validators = [...Object.entries(headers), ['ETag', etag]].flat();
  const length = ['Content-Length', String(bytes.length)];
  return { bytes, etag, validators, headers: [...validators, ...Object.entries(aboutBody).flat(), ...length] };
}

export function answer(req: IncomingMessage, res: ServerResponse, found: Representation): true {
  const { bytes, etag, headers, validators } = found.variant(encodingFor(rawHeader(req, 'accept-encoding')));
  const { status } = found;
  if (status === 200 && matches(rawHeader(req, 'if-none-match'), etag)) {
    res.writeHead(304, validators).end();
    return true;
  }
  res.writeHead(status, headers);
  if (req.method === 'HEAD') res.end();
  else res.end(bytes);
  return true;
}

const MOST_CACHED = 100;
const encodingByHeader = new Map<string, Encoding>();

function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const known = encodingByHeader.get(accepted);
  if (known !== undefined) return known;
  const encoding = preferredEncoding(accepted);
  if (encodingByHeader.size < MOST_CACHED) encodingByHeader.set(accepted, encoding);
  return encoding;
}

const REFUSED = /;\s*q=0(\.0{0,3})?\s*$/;

function preferredEncoding(accepted: string): Encoding {
  const named = accepted.toLowerCase().split(',');
  const takes = (encoding: Encoding) =>
    named.some((part) => part.trim().split(/[\s;]/, 1)[0] === encoding && !REFUSED.test(part));
  return ENCODINGS.find(takes) ?? 'identity';
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((candidate) => ['*', etag, `W/${etag}`].includes(candidate.trim()));
}
