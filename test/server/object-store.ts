import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { closeNow, listenLocally } from './listen-locally.ts';

const KEY = { id: 'key-of-the-test', secret: 'secret-of-the-test', region: 'eu-central-1' };
const BUCKET = 'club';
/** So that a list has pages. */
const LISTED_AT_ONCE = 2;

/** Stands in for a store that speaks as S3 does, with one bucket; it refuses what is not signed with its key. */
export async function openObjectStore(now: () => Date) {
  const objects = new Map<string, { readonly body: Buffer; readonly since: Date }>();
  let origin = '';

  const isSigned = async ({ method = '', url = '', headers }: IncomingMessage, body: Buffer) => {
    const signer = new AwsV4Signer({
      method,
      url: new URL(url, origin).href,
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      datetime: String(headers['x-amz-date']),
      accessKeyId: KEY.id,
      secretAccessKey: KEY.secret,
      region: KEY.region,
      service: 's3',
    });
    return headers.authorization === (await signer.sign()).headers.get('authorization');
  };
  const list = (query: URLSearchParams) => {
    const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).toSorted();
    const from = Number(query.get('continuation-token') ?? 0);
    const until = from + LISTED_AT_ONCE;
    const entries = names
      .slice(from, until)
      .map(
        (name) =>
          `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.since.toISOString()}</LastModified></Contents>`,
      );
    const next = until < names.length ? `<NextContinuationToken>${until}</NextContinuationToken>` : '';
    return `<ListBucketResult>${entries.join('\n')}${next}</ListBucketResult>`;
  };
  const answer = (method: string, url: URL, body: Buffer): readonly [number, (string | Buffer)?] => {
    const [, bucket, name = ''] = /^\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
    if (bucket !== BUCKET) return [404];
    if (name === '') return [200, list(url.searchParams)];
    if (method === 'PUT') objects.set(name, { body, since: now() });
    if (method === 'DELETE') objects.delete(name);
    if (method !== 'GET') return [200];
    const found = objects.get(name)?.body;
    return found === undefined ? [404] : [200, found];
  };
  const receive = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await buffer(req);
    const url = new URL(req.url ?? '', origin);
    const [status, text] = (await isSigned(req, body)) ? answer(req.method ?? '', url, body) : [403];
    res.writeHead(status).end(text);
  };
  const server = createServer((req, res) => void receive(req, res));
  origin = await listenLocally(server);
  return { settings: { url: `${origin}/${BUCKET}/assets`, key: KEY }, close: () => closeNow(server) };
}
