import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DATABASE_MACHINES, type DatabaseMachine, type DatabaseMachines } from './database-machines.ts';
import { longestGap } from './write-probe.ts';

const EVERY_MS = 100;
const WITHIN_MS = 1_000;
const DATABASE = 'probe';

/** Commits past the shop, each with a copy on a standby: how long the cluster itself takes no write. */
export class CommitWatch {
  readonly #machines: DatabaseMachines;
  readonly #commits: number[] = [];
  readonly #running: Promise<unknown>;
  #isOver = false;

  private constructor(machines: DatabaseMachines) {
    this.#machines = machines;
    this.#running = Promise.all(DATABASE_MACHINES.map((machine) => this.#watch(machine)));
  }

  static async open(machines: DatabaseMachines): Promise<CommitWatch> {
    const { primary } = await machines.requirePrimary();
    await withClient(machines.directUrlOf(primary, 'postgres'), (client) =>
      client.query(`create database ${DATABASE}`),
    );
    await withClient(machines.directUrlOf(primary, DATABASE), (client) =>
      client.query('create table probe as select 0 as number'),
    );
    return new CommitWatch(machines);
  }

  longestGap(from: number): number {
    return longestGap(this.#commits, from);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #watch(machine: DatabaseMachine): Promise<void> {
    while (!this.#isOver) {
      await this.#commit(machine).catch(() => undefined);
      await sleep(EVERY_MS);
    }
  }

  /** Returns by an error alone, or when it is over. */
  async #commit(machine: DatabaseMachine): Promise<void> {
    await withClient(this.#machines.directUrlOf(machine, DATABASE), async (client) => {
      for (; !this.#isOver; await sleep(EVERY_MS)) {
        await client.query('update probe set number = number + 1');
        this.#commits.push(performance.now());
      }
    });
  }
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: WITHIN_MS, query_timeout: WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    client.connection.stream.destroy();
  }
}
