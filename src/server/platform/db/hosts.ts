import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { addressesOf } from '../config/database-addresses.ts';

const PROBED_WITHIN_MS = 3_000;

type Connection = Pick<ClientConfig, 'stream'> & { readonly connectionString: string };

const hostsByUrl = new Map<string, WritableHost>();

/** Of several servers, to the one that takes writes. */
export function connectionTo(url: string): Connection {
  const addresses = addressesOf(url);
  if (addresses.length === 1) return { connectionString: url };
  const host = hostsByUrl.get(url) ?? new WritableHost(addresses);
  hostsByUrl.set(url, host);
  return { connectionString: addresses[0], stream: () => new SocketToHost(host) };
}

/** Past a pooler. */
export function directUrlOf({ databaseUrl, directUrl = null }: DatabaseAddresses): string {
  return directUrl ?? databaseUrl;
}

export interface DatabaseAddresses {
  readonly databaseUrl: string;
  readonly directUrl?: string | null;
}

export function dropWritableServers(): void {
  for (const host of hostsByUrl.values()) host.drop();
}

interface Place {
  readonly port: number;
  readonly host: string;
}

class WritableHost {
  readonly #addresses: readonly string[];
  #known: Promise<Place> | null = null;

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  /** @throws Error when none takes writes */
  find(): Promise<Place> {
    this.#known ??= Promise.any(this.#addresses.map(requireWritableServer)).catch(refuseAll);
    return this.#known;
  }

  drop(known: Promise<Place> | null = this.#known): void {
    if (this.#known === known) this.#known = null;
  }
}

function refuseAll({ errors }: AggregateError): never {
  const reasons = errors.map((error: Error) => error.message).join('; ');
  throw new Error(`Connection terminated: none of the database’s servers takes writes (${reasons})`);
}

async function requireWritableServer(address: string): Promise<Place> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: PROBED_WITHIN_MS });
  client.on('error', () => undefined);
  const late = setTimeout(() => client.connection.stream.destroy(), PROBED_WITHIN_MS).unref();
  try {
    await client.connect();
    const { rows } = await client.query<{ readOnly: string }>(
      `select current_setting('transaction_read_only') as "readOnly"`,
    );
    if (rows[0]?.readOnly !== 'off') throw new Error('The server takes no writes.');
    return { port: client.port, host: client.host };
  } finally {
    clearTimeout(late);
    void client.end().catch(() => undefined);
  }
}

class SocketToHost extends Socket {
  readonly #host: WritableHost;

  constructor(host: WritableHost) {
    super();
    this.#host = host;
  }

  override connect(...args: unknown[]): this {
    if (typeof args[0] !== 'number') return super.connect(...(args as [number]));
    const found = this.#host.find();
    this.once('close', () => this.#host.drop(found));
    found.then(
      (place) => this.destroyed || super.connect(place.port, place.host),
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}
