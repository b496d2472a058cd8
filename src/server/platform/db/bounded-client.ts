import { Client, type ClientConfig } from 'pg';
import { connectionTo, dropWritableServers } from './hosts.ts';
import { traceStatement } from './trace-statements.ts';

/** Longer than PostgreSQL's own limit for a statement, so that one that answers may say what was wrong. */
const ANSWERED_WITHIN_MS = 8_500;
const ENDED_WITHIN_MS = 1_000;
const CONNECTED_WITHIN_MS = 5_000;
const READ_ONLY = '25006';
/** Where PostgreSQL gives up waiting for a standby, and reports a commit as done that stands on the primary alone. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

/** In milliseconds; behind a pooler the role has them (decision 017). */
export const SESSION_LIMITS = { statement_timeout: 8_000, idle_in_transaction_session_timeout: 8_000 } as const;

const OWN_SIDE = {
  connectionTimeoutMillis: CONNECTED_WITHIN_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies ClientConfig;

const THEIR_SIDE = {
  ...SESSION_LIMITS,
  options: [
    '-c idle_session_timeout=60s',
    '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  ].join(' '),
} satisfies ClientConfig;

/** Limits of every connection; PostgreSQL ends by itself what a silent path has left behind (decision 017). */
export function boundedConnectionTo(
  url: string,
  { throughPooler = false }: { readonly throughPooler?: boolean | undefined } = {},
) {
  return { ...connectionTo(url), ...OWN_SIDE, ...(!throughPooler && THEIR_SIDE) };
}

export interface BoundedClient extends Client {
  /** How long a statement may take from now on, in milliseconds; null: as long as usual. */
  allow(milliseconds: number | null): void;
}

interface BoundedOptions {
  readonly answeredWithinMs?: number | undefined;
  readonly prepares?: boolean | undefined;
}

/**
 * Clients for one pool: a statement unanswered closes its connection, and the idle and waiting ones on the same path.
 */
export function boundedClient({ answeredWithinMs = ANSWERED_WITHIN_MS, prepares = true }: BoundedOptions = {}): new (
  config?: ClientConfig,
) => BoundedClient {
  const open = new Set<Bounded>();
  const momentMs = answeredWithinMs / 8;

  class Bounded extends Client implements BoundedClient {
    #isWaiting = false;
    #isLong = false;
    #isReadOnly = false;
    #since = 0;
    #timer: NodeJS.Timeout;

    constructor(config?: ClientConfig) {
      super(config);
      this.#timer = this.#startTimer(answeredWithinMs);
      this.#watchStatements();
      this.connection.on('errorMessage', (error: { code?: string }) => this.#noticeReadOnly(error));
      this.connection.on('notice', (notice: { routine?: string }) => this.#refuseUnconfirmed(notice));
      this.connection.on('readyForQuery', () => (this.#isReadOnly ? this.#close() : this.#startWaiting()));
      this.on('drain', () => (this.#isWaiting = false));
      this.on('connect', () => open.add(this));
      this.on('end', () => {
        open.delete(this);
        clearTimeout(this.#timer);
      });
    }

    allow(milliseconds: number | null): void {
      if (milliseconds === null && !this.#isLong) return;
      clearTimeout(this.#timer);
      this.#isLong = milliseconds !== null;
      this.#timer = this.#startTimer(milliseconds ?? answeredWithinMs);
    }

    #startTimer(milliseconds: number): NodeJS.Timeout {
      return setTimeout(() => this.#giveUp(), milliseconds).unref();
    }

    /** The driver's overloads of `query` and `end` can be wrapped, but not overridden. */
    #watchStatements(): void {
      const query = this.query.bind(this) as (...args: unknown[]) => unknown;
      this.query = ((...args: unknown[]) => {
        if (!this.#isWaiting) this.#startWaiting();
        this.#isWaiting = true;
        return traceStatement(prepares ? args : args.map(withoutName), query);
      }) as Client['query'];
      const end = this.end.bind(this) as (...args: unknown[]) => unknown;
      this.end = ((...args: unknown[]) => {
        setTimeout(() => this.connection.stream.destroy(), ENDED_WITHIN_MS).unref();
        return end(...args);
      }) as Client['end'];
    }

    #noticeReadOnly({ code }: { code?: string }): void {
      if (code !== READ_ONLY) return;
      this.#isReadOnly = true;
      dropWritableServers();
    }

    #refuseUnconfirmed({ routine }: { routine?: string }): void {
      if (routine !== STANDBY_WAIT) return;
      const failure = new Error('Connection terminated: no standby has confirmed the commit in time');
      this.connection.emit('errorMessage', failure);
      this.connection.stream.destroy(failure);
    }

    #startWaiting(): void {
      this.#since = performance.now();
      this.#timer.refresh();
    }

    #giveUp(): void {
      if (!this.#isWaiting) return;
      this.#close();
      for (const other of open) if (other !== this && other.#isSuspect()) other.#close();
    }

    #isSuspect(): boolean {
      if (!this.#isWaiting) return this.getTransactionStatus() === 'I';
      return !this.#isLong && performance.now() - this.#since > momentMs;
    }

    #close(): void {
      this.connection.stream.destroy(new Error('Query read timeout'));
    }
  }

  return Bounded;
}

function withoutName(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || !('name' in argument) || 'submit' in argument)
    return argument;
  const { name: _name, ...query } = argument;
  return query;
}
