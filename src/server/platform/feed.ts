import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { limitedConnectionTo } from './db/connection.ts';
import { runOutsideScope } from './tracing/scope.ts';

export type Listener = () => void;
/** @param id null if ended sessions may have been missed */
type SessionEndListener = (id: string | null) => unknown;

/** Triggers notify both channels in the changing transaction, with the id of a user (decision 050) or of a session. */
const ACCOUNT_CHANGES = 'account_changes';
const SESSION_ENDS = 'session_ends';
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
const CONNECTION_CHECK_MS = 5_000;
const ANSWERED_WITHIN_MS = 4_000;

/** A change arrives at most this long after its commit; otherwise the feed reports that it isn't current. */
const CURRENT_FOR_MS = 500;
const ROUND_TRIP_MS = 400;

/**
 * Notifies listeners in this process about changed accounts and ended sessions. After a lost connection it notifies all
 * of them, since changes may have been missed.
 */
export class ChangeFeed {
  readonly #databaseUrl: string;
  readonly #log: Logger;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #endListeners = new Set<SessionEndListener>();
  #connection: Promise<Client> | null = null;
  #staysOpen = false;
  #currentSince = Number.NEGATIVE_INFINITY;
  #roundTrip: Promise<boolean> | null = null;

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

  /**
   * The listener gets ended sessions only while the feed is connected.
   * @returns a function that removes the listener
   */
  onSessionEnd(listener: SessionEndListener): () => void {
    this.#endListeners.add(listener);
    return () => void this.#endListeners.delete(listener);
  }

  /** Whether all changes committed half a second ago have arrived. */
  hasHeardAll(): boolean {
    return performance.now() - this.#currentSince < CURRENT_FOR_MS;
  }

  /** Checks whether all changes have arrived. Callers share one query. */
  async isCurrent(): Promise<boolean> {
    if (this.hasHeardAll()) return true;
    this.#roundTrip ??= this.#makeRoundTrip().finally(() => {
      this.#roundTrip = null;
    });
    return await this.#roundTrip;
  }

  /** PostgreSQL sends notifications before the answer to a later query on the same connection. */
  async #makeRoundTrip(): Promise<boolean> {
    this.#staysOpen = true;
    const connection = this.#connect();
    const begun = performance.now();
    const isAnswered = connection.then(async (client) => {
      await client.query('select 1');
      return this.#connection === connection;
    });
    const late = sleep(ROUND_TRIP_MS, false, { ref: false });
    const isCurrent = await Promise.race([isAnswered.catch(() => false), late]);
    if (isCurrent) this.#currentSince = begun;
    return isCurrent;
  }

  async close(): Promise<void> {
    this.#staysOpen = false;
    this.#listeners.clear();
    await this.#disconnect();
  }

  #leave(userId: string, listener: Listener): void {
    const own = this.#listeners.get(userId);
    own?.delete(listener);
    if (own?.size === 0) this.#listeners.delete(userId);
    if (!this.#isNeeded) void this.#disconnect();
  }

  get #isNeeded(): boolean {
    return this.#staysOpen || this.#listeners.size > 0;
  }

  #connect(): Promise<Client> {
    this.#connection ??= runOutsideScope(() => this.#open()).catch((error: unknown) => {
      this.#connection = null;
      throw error;
    });
    return this.#connection;
  }

  async #open(): Promise<Client> {
    const client = new Client({
      ...limitedConnectionTo(this.#databaseUrl, { queryTimeoutMs: ANSWERED_WITHIN_MS }),
      connectionTimeoutMillis: ANSWERED_WITHIN_MS,
      application_name: 'dead-letter-club changes',
    });
    client.on('notification', ({ channel, payload = '' }) => this.#hear(channel, payload));
    client.on('error', () => void this.#lose(client));
    client.on('end', () => void this.#lose(client));
    try {
      await client.connect();
      await client.query(`listen ${ACCOUNT_CHANGES}; listen ${SESSION_ENDS}`);
    } catch (error) {
      // Otherwise each retry would leave an open connection behind.
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

  #hear(channel: string, id: string): void {
    if (channel === ACCOUNT_CHANGES) return this.#notify(id);
    for (const listener of this.#endListeners) listener(id);
  }

  #notify(userId: string): void {
    for (const listener of this.#listeners.get(userId) ?? []) listener();
  }

  async #lose(client: Client): Promise<void> {
    const connection = this.#connection;
    const current = await connection?.catch(() => null);
    if (current !== client || this.#connection !== connection) return;
    this.#connection = null;
    this.#currentSince = Number.NEGATIVE_INFINITY;
    for (const listener of this.#endListeners) listener(null);
    if (this.#isNeeded) await this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    this.#log.warn('the connection that listens for changes was lost');
    for (let wait = FIRST_RETRY_MS; this.#isNeeded; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
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
    if (!client || this.#isNeeded || this.#connection !== connection) return;
    this.#connection = null;
    await client.end().catch(() => undefined);
  }
}
