import { sql } from 'drizzle-orm';
import { DatabaseError, type Pool, type PoolClient, type QueryConfig } from 'pg';
import type { Transaction } from './database.ts';
import { traceStatement } from './trace-statements.ts';

const READ_ONLY = '25006';
/** A warning that PostgreSQL stopped waiting for a standby: only the primary has the commit. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';
const LONG_STATEMENT_MS = 15 * 60_000;
const ANSWER_ARRIVES_WITHIN_MS = 1_000;
const STATEMENT_LIMIT = /^set local statement_timeout = (\d+)$/;

/** Lets each statement of the transaction, and each pause between two, take up to a quarter of an hour. */
export async function allowLongStatements(tx: Transaction): Promise<void> {
  const limit = sql.raw(String(LONG_STATEMENT_MS));
  await tx.execute(sql`set local statement_timeout = ${limit}`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = ${limit}`);
}

/** The client for Drizzle. Its name needs "Pool", since drizzle then calls `connect` for transactions. */
export class StatementPool {
  readonly #pool: Pool;
  readonly #prepares: boolean;
  readonly #unconfirmed = new WeakSet<PoolClient>();

  constructor(pool: Pool, { prepares }: { readonly prepares: boolean }) {
    this.#pool = pool;
    this.#prepares = prepares;
    pool.on('connect', (client) =>
      client.on('notice', ({ routine }) => {
        if (routine === STANDBY_WAIT) this.#unconfirmed.add(client);
      }),
    );
  }

  async connect(): Promise<StatementConnection> {
    const client = await this.#pool.connect();
    return new StatementConnection(client, { prepares: this.#prepares, unconfirmed: this.#unconfirmed });
  }

  async query(statement: QueryConfig, values: unknown[]): Promise<unknown> {
    const connection = await this.connect();
    try {
      return await connection.query(statement, values);
    } finally {
      connection.release();
    }
  }
}

interface ConnectionOptions {
  readonly prepares: boolean;
  readonly unconfirmed: WeakSet<PoolClient>;
}

/** After a timeout, a lost connection or a read-only error, its connection is closed and not used again. */
class StatementConnection {
  readonly #client: PoolClient;
  readonly #options: ConnectionOptions;
  #limit: { query_timeout?: number } = {};
  #failure: Error | null = null;
  #isReleased = false;

  constructor(client: PoolClient, options: ConnectionOptions) {
    this.#client = client;
    this.#options = options;
  }

  async query(statement: QueryConfig, values: unknown[]): Promise<unknown> {
    try {
      return await traceStatement(statement.text, () => this.#send(statement, values));
    } catch (error) {
      // Closing the connection rolls back too, and drizzle then reports the original error.
      if (statement.text === 'rollback') return { rows: [] };
      // Drizzle doesn't release a connection on which `begin` failed.
      if (statement.text.startsWith('begin')) this.release();
      throw error;
    }
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.release(this.#failure ?? undefined);
  }

  async #send({ name, ...statement }: QueryConfig, values: unknown[]): Promise<unknown> {
    if (this.#failure !== null) throw this.#failure;
    const named = this.#options.prepares && name !== undefined ? { name } : {};
    try {
      const result = await this.#client.query({ ...statement, ...named, ...this.#limit }, values);
      this.#requireConfirmed();
      this.#followLimit(statement.text);
      return result;
    } catch (error) {
      if (error instanceof Error && isLastOf(error)) this.#failure = error;
      throw error;
    }
  }

  #requireConfirmed(): void {
    if (!this.#options.unconfirmed.has(this.#client)) return;
    throw new Error('Connection terminated: no standby has confirmed the commit in time');
  }

  #followLimit(text: string): void {
    const [, milliseconds] = STATEMENT_LIMIT.exec(text) ?? [];
    if (milliseconds !== undefined) this.#limit = { query_timeout: Number(milliseconds) + ANSWER_ARRIVES_WITHIN_MS };
  }
}

/** A read-only connection leads to a former primary, so it isn't used again. */
function isLastOf(error: Error): boolean {
  return !(error instanceof DatabaseError) || error.code === READ_ONLY;
}
