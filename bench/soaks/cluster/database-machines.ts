import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnSync } from 'node:child_process';
import { Client } from 'pg';
import type { Network } from './network.ts';
import { answersWell, Program } from './program.ts';
import { postgresPrograms } from './tools.ts';

export const DATABASE_MACHINES = ['db1', 'db2', 'db3'] as const;
export type DatabaseMachine = (typeof DATABASE_MACHINES)[number];

const ACCOUNT = 'postgres';
const DATABASE = 'club';
/** In seconds. Patroni 3.1 and newer take no `ttl` below 20. */
const TIMES = { ttl: 6, loop_wait: 1, retry_timeout: 2 };
const PARAMETERS = {
  max_connections: 250,
  shared_buffers: '64MB',
  // A standby that asks a new primary too early would wait for five seconds, and every commit with it.
  wal_retrieve_retry_interval: '500ms',
  // In place of slots, which a new primary makes a second late.
  wal_keep_size: '512MB',
};
const HEALTHY_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 200;

const LOOKS = 12;

interface ClusterNode {
  readonly name: DatabaseMachine;
  readonly role: string;
  readonly state: string;
  /** In bytes; of a standby that follows nobody it is not known. */
  readonly lag?: number | 'unknown';
}

function isWhole(nodes: readonly ClusterNode[]): boolean {
  const fine = nodes.filter(({ state, lag = 0 }) => ['running', 'streaming'].includes(state) && lag !== 'unknown');
  const roles = fine.map(({ role }) => role);
  return roles.toSorted().join() === 'leader,replica,sync_standby';
}

/** Three machines with etcd, Patroni and PostgreSQL, of which one is the primary and one its synchronous standby. */
export class DatabaseMachines {
  readonly #network: Network;
  readonly #folder: string;
  readonly #programs = new Map<DatabaseMachine, { readonly etcd: Program; readonly patroni: Program }>();

  private constructor(network: Network, folder: string) {
    this.#network = network;
    this.#folder = folder;
  }

  /** Resolves when the cluster is whole, with a database and its two roles (decision 056). */
  static async open(network: Network, folder: string): Promise<DatabaseMachines> {
    const machines = new DatabaseMachines(network, folder);
    for (const machine of DATABASE_MACHINES) await machines.#prepare(machine);
    await machines.#each(({ etcd }) => etcd.start());
    await machines.#each(({ patroni }) => patroni.begin());
    await machines.untilWhole();
    await machines.#createDatabase();
    return machines;
  }

  /** Of all three, for the role that owns the tables or the one that the shop works as. */
  urlOf(role: 'club_owner' | 'club_app'): string {
    const hosts = DATABASE_MACHINES.map((machine) => `${this.#network.addressOf(machine)}:5432`);
    return `postgres://${role}:none@${hosts.join(',')}/${DATABASE}`;
  }

  /** Past everything, as the superuser. */
  directUrlOf(machine: DatabaseMachine, database: string = DATABASE): string {
    return `postgres://postgres:none@${this.#network.addressOf(machine)}:5432/${database}`;
  }

  programsOf(machine: DatabaseMachine) {
    const programs = this.#programs.get(machine);
    if (programs === undefined) throw new Error(`There is no ${machine}.`);
    return programs;
  }

  postmasterOf(machine: DatabaseMachine): number {
    return Number(readFileSync(join(this.#folder, machine, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Null while there is none. */
  async primary(): Promise<DatabaseMachine | null> {
    const found = await Promise.all(
      DATABASE_MACHINES.map(async (machine) => ((await this.#isPrimary(machine)) ? machine : null)),
    );
    return found.find((machine) => machine !== null) ?? null;
  }

  async #isPrimary(machine: DatabaseMachine): Promise<boolean> {
    return await answersWell(`${this.#restOf(machine)}/primary`);
  }

  /** The primary, and its standbys. @throws Error when there are not all three for three minutes */
  async requirePrimary(): Promise<{ primary: DatabaseMachine; synchronous: DatabaseMachine; other: DatabaseMachine }> {
    for (const deadline = performance.now() + HEALTHY_WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
      const nodes = await this.#nodes().catch(() => []);
      const byRole = (role: string) => nodes.find((node) => node.role === role)?.name;
      const [primary, synchronous, other] = [byRole('leader'), byRole('sync_standby'), byRole('replica')];
      if (isWhole(nodes) && primary && synchronous && other) return { primary, synchronous, other };
      if (performance.now() > deadline) throw new Error(`The cluster is not whole: ${JSON.stringify(nodes)}`);
    }
  }

  async switchOver(): Promise<void> {
    const { primary, synchronous } = await this.requirePrimary();
    const answer = await fetch(`${this.#restOf(primary)}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: primary, candidate: synchronous }),
    });
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
  }

  /** Resolves when there is a primary with two standbys that follow it, one of them synchronous. @throws Error after three minutes */
  async untilWhole(): Promise<void> {
    const deadline = performance.now() + HEALTHY_WITHIN_MS;
    for (let looks = 0; ;) {
      const nodes = await this.#nodes().catch(() => []);
      looks = isWhole(nodes) ? looks + 1 : 0;
      // What is told of a node that has just died is some seconds old.
      if (looks === LOOKS) return;
      if (performance.now() > deadline) throw new Error(`The cluster is not whole: ${JSON.stringify(nodes)}`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  killMachine(machine: DatabaseMachine): void {
    this.#network.killAll(machine);
  }

  async startMachine(machine: DatabaseMachine): Promise<void> {
    const { etcd, patroni } = this.programsOf(machine);
    await etcd.start();
    patroni.begin();
  }

  async #nodes(): Promise<readonly ClusterNode[]> {
    const asked = DATABASE_MACHINES.map(async (machine) => {
      const answer = await fetch(`${this.#restOf(machine)}/cluster`, { signal: AbortSignal.timeout(1_000) });
      // Its list of them is the first thing in the answer.
      return Object.values((await answer.json()) as Record<string, readonly ClusterNode[]>)[0] ?? [];
    });
    return await Promise.any(asked);
  }

  #restOf(machine: DatabaseMachine): string {
    return `http://${this.#network.addressOf(machine)}:8008`;
  }

  async #each(work: (programs: { etcd: Program; patroni: Program }) => Promise<void> | void): Promise<void> {
    await Promise.all(DATABASE_MACHINES.map(async (machine) => await work(this.programsOf(machine))));
  }

  async #prepare(machine: DatabaseMachine): Promise<void> {
    const folder = join(this.#folder, machine);
    mkdirSync(folder);
    await chown(folder, accountId('-u'), accountId('-g'));
    const settings = join(this.#folder, `${machine}.yml`);
    writeFileSync(settings, JSON.stringify(this.#patroniSettings(machine, folder)));
    const etcd = new Program(this.#network, this.#folder, {
      name: `etcd-${machine}`,
      machine,
      command: ['etcd', ...this.#etcdOptions(machine, folder)],
      account: ACCOUNT,
      isReady: () => answersWell(`${this.#etcdUrl(machine)}/health`),
    });
    const patroni = new Program(this.#network, this.#folder, {
      name: `patroni-${machine}`,
      machine,
      command: ['patroni', settings],
      account: ACCOUNT,
      isReady: () => answersWell(`${this.#restOf(machine)}/health`),
    });
    this.#programs.set(machine, { etcd, patroni });
  }

  #etcdUrl(machine: DatabaseMachine, port = 2379): string {
    return `http://${this.#network.addressOf(machine)}:${port}`;
  }

  #etcdOptions(machine: DatabaseMachine, folder: string): string[] {
    const peers = DATABASE_MACHINES.map((each) => `${each}=${this.#etcdUrl(each, 2380)}`);
    const options = {
      name: machine,
      'data-dir': join(folder, 'etcd'),
      'listen-client-urls': this.#etcdUrl(machine),
      'advertise-client-urls': this.#etcdUrl(machine),
      'listen-peer-urls': this.#etcdUrl(machine, 2380),
      'initial-advertise-peer-urls': this.#etcdUrl(machine, 2380),
      'initial-cluster': peers.join(','),
      'log-level': 'warn',
    };
    return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  }

  #patroniSettings(machine: DatabaseMachine, folder: string) {
    const address = this.#network.addressOf(machine);
    const role = { username: 'postgres', password: 'none' };
    return {
      scope: 'club',
      name: machine,
      log: { level: 'INFO' },
      restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
      etcd3: { hosts: DATABASE_MACHINES.map((each) => `${this.#network.addressOf(each)}:2379`) },
      bootstrap: {
        dcs: {
          ...TIMES,
          primary_start_timeout: 0,
          synchronous_mode: true,
          // Without it a primary that is left alone acknowledges what nobody else has.
          synchronous_mode_strict: true,
          postgresql: { use_pg_rewind: true, use_slots: false, parameters: PARAMETERS },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        pg_hba: ['local all all trust', 'host all all 0.0.0.0/0 trust', 'host replication all 0.0.0.0/0 trust'],
      },
      postgresql: {
        listen: `${address}:5432`,
        connect_address: `${address}:5432`,
        data_dir: join(folder, 'data'),
        bin_dir: postgresPrograms(),
        pgpass: join(folder, 'pgpass'),
        authentication: { superuser: role, replication: role, rewind: role },
        parameters: { unix_socket_directories: folder },
      },
    };
  }

  async #createDatabase(): Promise<void> {
    const { primary } = await this.requirePrimary();
    const client = new Client({ connectionString: this.directUrlOf(primary, 'postgres') });
    await client.connect();
    await client.query('create role club_owner login');
    await client.query('create role club_app login');
    await client.query(`create database ${DATABASE} owner club_owner`);
    await client.end();
  }
}

function accountId(which: '-u' | '-g'): number {
  return Number(spawnSync('id', [which, ACCOUNT], { encoding: 'utf8' }).stdout);
}
