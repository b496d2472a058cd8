import { createHash, createHmac } from 'node:crypto';

export interface AwsKey {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
}

export interface AwsRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** Signature Version 4 for S3. @returns all headers, signed */
export function signAwsRequest(
  { method, url, headers = {}, body }: AwsRequest,
  key: AwsKey,
  at: Date,
): Readonly<Record<string, string>> {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const hash = sha256(body ?? '');
  const sent: Readonly<Record<string, string>> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': hash,
    'x-amz-date': time,
  };
  const names = Object.keys(sent).toSorted();
  const request = [
    method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map((pair) => pair.map(encode).join('='))
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${sent[name]}`),
    '',
    names.join(';'),
    hash,
  ].join('\n');
  const day = time.slice(0, 8);
  const scope = `${day}/${key.region}/s3/aws4_request`;
  const signing = [day, key.region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${key.secret}`);
  const signature = hmac(signing, ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')).toString('hex');
  const facts = [`Credential=${key.id}/${scope}`, `SignedHeaders=${names.join(';')}`, `Signature=${signature}`];
  return { ...sent, authorization: `AWS4-HMAC-SHA256 ${facts.join(',')}` };
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer | string, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

/** Stricter than the language's own. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
