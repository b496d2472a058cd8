import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/variables.ts';
import type { PlatformContext } from '../context.ts';
import { signAwsRequest } from './sign-aws-request.ts';

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
  readonly #settings: BucketSettings;
  readonly #clock: PlatformContext['clock'];

  constructor(settings: BucketSettings, clock: PlatformContext['clock']) {
    this.#settings = settings;
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
    const [bucket = '', ...folders] = new URL(this.#settings.url).pathname.split('/').filter(Boolean);
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
    const { url: address, key } = this.#settings;
    const url = new URL(`/${this.#path[0]}${name === undefined ? '' : `/${this.#prefix}${name}`}`, address);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    const { host: _host, ...headers } = signAwsRequest({ method, url, body }, key, this.#clock.now());
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const answer = await fetch(url, { method, headers, signal, ...(body && { body }) }).catch((cause: unknown) => {
      throw new ConfigError('The store of ASSET_BUCKET does not answer.', { cause });
    });
    if (!answer.ok) throw new ConfigError(`The store of ASSET_BUCKET answers ${answer.status} to a ${method}.`);
    return Buffer.from(await answer.arrayBuffer());
  }
}

/** What stands there is names of ours, tokens and times, none of which has a character that XML would escape. */
function valueOf(text: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]+)</${element}>`).exec(text)?.[1];
}
