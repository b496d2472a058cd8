import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { boundedClient, CONNECTION_LIMITS } from '../db/bounded-client.ts';

export type Listener = () => void;

/** Triggers notify it with the user's id, inside the changing transaction (decision 050). */
const CHANNEL = 'account_changes';
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
const CONNECTION_CHECK_MS = 5_000;
const ANSWERED_WITHIN_MS = 4_000;

const ListeningClient = boundedClient(ANSWERED_WITHIN_MS);

/**
 * Notifies this process's listeners of changes to a user's account anywhere. After a lost connection all are notified:
 * changes may have been missed.
 */
export class ChangeFeed {
  readonly #databaseUrl: string;
  readonly #log: Logger;
  readonly #listeners = new Map<string, Set<Listener>>();
  #connection: Promise<Client> | null = null;

  constructor(databaseUrl: string, log: Logger) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  async listen(userId: string, listener: Listener): Promise<() => void> {
    const own = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, own.add(listener));
    try {
      await this.#connect();
    } catch (error) {
      this.#leave(userId, listener);
      throw error;
    }
    return () => this.#leave(userId, listener);
  }

  #leave(userId: string, listener: Listener): void {
    const own = this.#listeners.get(userId);
    own?.delete(listener);
    if (own?.size === 0) this.#listeners.delete(userId);
    if (this.#listeners.size === 0) void this.#disconnect();
  }

  #connect(): Promise<Client> {
    this.#connection ??= this.#open().catch((error: unknown) => {
      this.#connection = null;
      throw error;
    });
    return this.#connection;
  }

  async #open(): Promise<Client> {
    const client = new ListeningClient({
      ...CONNECTION_LIMITS,
      connectionTimeoutMillis: ANSWERED_WITHIN_MS,
      connectionString: this.#databaseUrl,
      application_name: 'dead-letter-club changes',
    });
    client.on('notification', ({ payload }) => this.#notify(payload ?? ''));
    client.on('error', () => void this.#lose(client));
    client.on('end', () => void this.#lose(client));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      // Otherwise each retry would leave a connection behind.
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#checkConnection(client);
    return client;
  }

  #checkConnection(client: Client): void {
    const timer = setInterval(() => {
      void client.query('select 1').catch(() => {
        clearInterval(timer);
        void client.end().catch(() => undefined);
        void this.#lose(client);
      });
    }, CONNECTION_CHECK_MS);
    client.once('end', () => clearInterval(timer));
    timer.unref();
  }

  #notify(userId: string): void {
    for (const listener of this.#listeners.get(userId) ?? []) listener();
  }

  async #lose(client: Client): Promise<void> {
    const connection = this.#connection;
    const current = await connection?.catch(() => null);
    if (current !== client || this.#connection !== connection) return;
    this.#connection = null;
    if (this.#listeners.size > 0) await this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    this.#log.warn('the connection that listens for changes was lost');
    for (let wait = FIRST_RETRY_MS; this.#listeners.size > 0; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
      try {
        await this.#connect();
        for (const userId of this.#listeners.keys()) this.#notify(userId);
        return;
      } catch {
        await sleep(wait);
      }
    }
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    const client = await connection?.catch(() => null);
    if (!client || this.#listeners.size > 0 || this.#connection !== connection) return;
    this.#connection = null;
    await client.end().catch(() => undefined);
  }
}
