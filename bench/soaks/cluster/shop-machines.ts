import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Server, waysOut } from './balancers.ts';
import { type Build, makeBuilds } from './builds.ts';
import { DATABASE_MACHINES, type DatabaseMachines } from './database-machines.ts';
import { balancerExample, poolerExample } from './deploy-examples.ts';
import type { Network } from './network.ts';
import { answersWell, Program } from './program.ts';

export const SHOP_MACHINES = ['app1', 'app2'] as const;
export const BALANCER_MACHINES = ['lb1', 'lb2'] as const;

const WEB_PORTS = [3001, 3002];
const HEALTH_PORT = 3009;
const ROUTE_PORT = 5000;
export const POOLER_PORT = 6432;
const MEMORY_MB = 512;

export interface ShopPrograms {
  readonly webs: readonly Program[];
  readonly workers: readonly Program[];
  readonly poolers: readonly Program[];
  readonly routes: readonly Program[];
  readonly balancers: readonly Program[];
}

/** Makes every program of the shop's machines, none started. */
export class ShopMachines {
  readonly #network: Network;
  readonly #folder: string;
  readonly #database: DatabaseMachines;
  readonly #settings: Readonly<Record<string, string>>;
  #builds: Readonly<Record<Build, string>> = { one: '', other: '' };
  readonly #runs = new Map<Program, Build>();
  programs: ShopPrograms = { webs: [], workers: [], poolers: [], routes: [], balancers: [] };

  constructor(
    network: Network,
    folder: string,
    database: DatabaseMachines,
    settings: Readonly<Record<string, string>>,
  ) {
    this.#network = network;
    this.#folder = folder;
    this.#database = database;
    this.#settings = settings;
  }

  async open(): Promise<void> {
    this.#builds = await makeBuilds(this.#folder);
    const machines = SHOP_MACHINES.map((machine) => this.#makeMachine(machine));
    const webs = machines.flatMap((machine) => machine.webs);
    const servers = SHOP_MACHINES.flatMap((machine) => this.#webServers(machine));
    const balancers = BALANCER_MACHINES.map((machine) => this.#makeBalancer(machine, servers));
    this.programs = {
      webs,
      workers: machines.map(({ worker }) => worker),
      poolers: machines.map(({ pooler }) => pooler),
      routes: machines.map(({ route }) => route),
      balancers,
    };
    const { routes, poolers, workers } = this.programs;
    await startAll(routes);
    await startAll(poolers);
    await this.#migrate();
    await startAll([...webs, ...workers]);
    await startAll(balancers);
  }

  /** Every process of the shop itself. */
  get all(): readonly Program[] {
    return [...this.programs.webs, ...this.programs.workers];
  }

  buildOf(program: Program): Build {
    return this.#runs.get(program) ?? 'one';
  }

  /** From the program's next start on. */
  give(program: Program, build: Build): void {
    this.#runs.set(program, build);
    program.change({ command: this.#serverCommand(build) });
  }

  folderOf(build: Build): string {
    return this.#builds[build];
  }

  /** Of all shop processes of a machine. */
  shiftClocks(machine: (typeof SHOP_MACHINES)[number], seconds: number): void {
    writeFileSync(this.#clockFile(machine), String(seconds));
  }

  #clockFile(machine: string): string {
    return join(this.#folder, `clock-${machine}`);
  }

  /** docs/operating.md, "Deploying another release". */
  async #migrate(): Promise<void> {
    const options = {
      name: 'migrate',
      machine: SHOP_MACHINES[0],
      command: [process.execPath, join(this.#builds.one, 'dist/server/migrate.js')],
      env: { ...this.#settings, DATABASE_MIGRATION_URL: this.#database.urlOf('club_owner') },
      isReady: async () => false,
    };
    const migration = new Program(this.#network, this.#folder, options);
    migration.begin();
    const code = await migration.ended();
    if (code !== 0) throw new Error(`The migration has failed: see ${migration.logPath}`);
  }

  #makeMachine(machine: (typeof SHOP_MACHINES)[number]) {
    this.shiftClocks(machine, 0);
    return {
      route: this.#makeRoute(machine),
      pooler: this.#makePooler(machine),
      webs: WEB_PORTS.map((port) => this.#makeServer(machine, { ROLE: 'web', PORT: String(port) }, port)),
      worker: this.#makeServer(machine, { ROLE: 'worker', HEALTH_PORT: String(HEALTH_PORT) }, HEALTH_PORT),
    };
  }

  #makeServer(machine: string, env: Readonly<Record<string, string>>, port: number): Program {
    const program = new Program(this.#network, this.#folder, {
      name: `${env['ROLE']}-${machine}-${port}`,
      machine,
      command: this.#serverCommand('one'),
      env: {
        ...this.#settings,
        ...env,
        HOST: '0.0.0.0',
        CLOCK_SHIFT: this.#clockFile(machine),
        LOG_LEVEL: 'warn',
        DRAIN_SECONDS: '5',
        STOP_SECONDS: '25',
        MIGRATE_AT_START: '0',
      },
      isReady: () => answersWell(`http://${this.#network.addressOf(machine)}:${port}/readyz`),
    });
    this.#runs.set(program, 'one');
    return program;
  }

  #serverCommand(build: Build): string[] {
    const clock = join(process.cwd(), 'test/server/shifted-clock.mjs');
    const server = join(this.#builds[build], 'dist/server/main.js');
    return [process.execPath, `--max-old-space-size=${MEMORY_MB}`, `--import=${clock}`, server];
  }

  #makeRoute(machine: string): Program {
    const servers = DATABASE_MACHINES.map((name) => ({ name, address: this.#network.addressOf(name), port: 5432 }));
    const outside = (['STRIPE_API_BASE', 'SMTP_URL'] as const).map((name) => ({
      name: name.toLowerCase(),
      address: this.#network.ownAddress,
      port: Number(new URL(this.#settings[name] ?? '').port),
    }));
    const path = this.#write(`route-${machine}.cfg`, waysOut(servers, ROUTE_PORT, outside));
    return this.#haproxy(`route-${machine}`, machine, path, async () => true);
  }

  #makeBalancer(machine: string, servers: readonly Server[]): Program {
    const path = this.#write(`${machine}.cfg`, balancerExample(servers));
    return this.#haproxy(machine, machine, path, () =>
      answersWell(`http://${this.#network.addressOf(machine)}/readyz`),
    );
  }

  #haproxy(name: string, machine: string, path: string, isReady: () => Promise<boolean>): Program {
    return new Program(this.#network, this.#folder, {
      name,
      machine,
      command: ['haproxy', '-db', '-f', path],
      isReady,
    });
  }

  #makePooler(machine: string): Program {
    const users = this.#write('pooler-users', '"club_app" "none"\n');
    const path = this.#write(`pooler-${machine}.ini`, poolerExample(POOLER_PORT, ROUTE_PORT, users));
    const command = ['pgbouncer', path];
    return new Program(this.#network, this.#folder, {
      name: `pooler-${machine}`,
      machine,
      command,
      account: 'postgres',
      isReady: async () => true,
    });
  }

  #webServers(machine: string): Server[] {
    const address = this.#network.addressOf(machine);
    return WEB_PORTS.map((port) => ({ name: `${machine}-${port}`, address, port }));
  }

  #write(name: string, text: string): string {
    const path = join(this.#folder, name);
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(path, text, { mode: 0o644 });
    return path;
  }
}

export async function startAll(programs: readonly Program[]): Promise<void> {
  await Promise.all(programs.map((program) => program.start()));
}
