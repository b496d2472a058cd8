import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/variables.ts';
import type { PlatformContext } from '../context.ts';

const ANSWERED_WITHIN_MS = 10_000;

export type BucketSettings = NonNullable<Config['assetBucket']>;

interface Order {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Files in a store that speaks as S3 does, at addresses that name the bucket in their path. */
export class Bucket {
  readonly #url: string;
  readonly #client: AwsClient;
  readonly #clock: PlatformContext['clock'];

  constructor({ url, key }: BucketSettings, clock: PlatformContext['clock']) {
    this.#url = url;
    this.#client = new AwsClient({
      accessKeyId: key.id,
      secretAccessKey: key.secret,
      region: key.region,
      service: 's3',
      retries: 2,
    });
    this.#clock = clock;
  }

  /** Each file's name, and since when it is there. */
  async list(): Promise<Map<string, Date>> {
    const prefix = this.#prefix;
    const files = new Map<string, Date>();
    for (let token: string | undefined = ''; token !== undefined;) {
      const query = { 'list-type': '2', prefix, ...(token !== '' && { 'continuation-token': token }) };
      const text = (await this.#send({ method: 'GET', query })).toString();
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        files.set((valueOf(entry, 'Key') ?? '').slice(prefix.length), new Date(valueOf(entry, 'LastModified') ?? ''));
      }
      token = valueOf(text, 'NextContinuationToken');
    }
    return files;
  }

  async read(name: string): Promise<Buffer> {
    return await this.#send({ method: 'GET', name });
  }

  async write(name: string, body: Buffer): Promise<void> {
    await this.#send({ method: 'PUT', name, body });
  }

  async delete(name: string): Promise<void> {
    await this.#send({ method: 'DELETE', name });
  }

  get #path(): readonly [bucket: string, ...folders: string[]] {
    const [bucket = '', ...folders] = new URL(this.#url).pathname.split('/').filter(Boolean);
    return [bucket, ...folders];
  }

  get #prefix(): string {
    return this.#path
      .slice(1)
      .map((folder) => `${folder}/`)
      .join('');
  }

  /** @throws ConfigError that says what the store answers */
  async #send({ method, name, query = {}, body }: Order): Promise<Buffer> {
    const url = new URL(`/${this.#path[0]}${name === undefined ? '' : `/${this.#prefix}${name}`}`, this.#url);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    const request = {
      method,
      // The client leaves a body unsigned unless its hash is given.
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
      aws: {
        datetime: this.#clock
          .now()
          .toISOString()
          .replace(/[-:]|\.\d+/g, ''),
      },
      ...(body && { body }),
    };
    const answer = await this.#client.fetch(url, request).catch((cause: unknown) => {
      throw new ConfigError('The store of ASSET_BUCKET does not answer.', { cause });
    });
    if (!answer.ok) throw new ConfigError(`The store of ASSET_BUCKET answers ${answer.status} to a ${method}.`);
    return Buffer.from(await answer.arrayBuffer());
  }
}

/** Our names, tokens and times have no character that XML would escape. */
function valueOf(text: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]+)</${element}>`).exec(text)?.[1];
}
