import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, type Child, type ReadyLine, StartError } from './child.ts';
import { storeText } from './stored-text.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { Restarts } from './restarts.ts';
import { isRunning } from './processes.mjs';
import { areAllOurs, isSet, type StandIn, wantedStandIns } from './stand-ins.ts';

export interface Programs {
  server: string[];
  standIns: string[];
}

export const BUILT: Programs = { server: ['dist/server/main.js'], standIns: ['dist/fakes/main.js'] };

export interface ShopOptions {
  programs: Programs;
  /** The caller holds its lock. */
  dataDir: string;
  port: number;
  /** A part that these name is not started. */
  env: NodeJS.ProcessEnv;
  durable: boolean;
  say: (line: string) => void;
}

export interface Opened {
  server: ReadyLine;
  settings: NodeJS.ProcessEnv;
  postgresPid: number | undefined;
}

export interface Ending {
  code: number;
  /** A sentence. */
  reason: string;
}

export const SETTINGS_FILE = 'settings.json';

/** The server ends by itself within its STOP_SECONDS, nine unless it is told otherwise. */
export const SERVER_GRACE_MS = 10_000;
const STAND_IN_GRACE_MS = 3_000;
const DATABASE_WATCH_MS = 200;
const ROOM_AWAITED_MS = 2_000;

interface StandInStart {
  args: string[];
  secret: string | undefined;
}

/** The server, and the parts that are not configured. The current folder is the checkout's. */
export class Shop {
  /** Resolves when a necessary part has ended by itself. */
  readonly ended: Promise<Ending>;
  private reportEnd: (ending: Ending) => void = () => undefined;
  private readonly options: ShopOptions;
  private server: Child | undefined;
  private readonly standIns = new Map<string, Child>();
  private postgres: Promise<Postgres> | undefined;
  private stopping = false;

  constructor(options: ShopOptions) {
    this.options = options;
    this.ended = new Promise((resolve) => (this.reportEnd = resolve));
  }

  /** Resolves when the server is ready. @throws StartError when a part cannot be started */
  async open(): Promise<Opened> {
    const { env } = this.options;
    const wanted = wantedStandIns(env);
    const parts = await Promise.all([this.openDatabase(), ...wanted.map((standIn) => this.openStandIn(standIn))]);
    const everythingIsOurs = !isSet(env, 'DATABASE_URL') && areAllOurs(wanted);
    const settings = Object.assign(this.ownSettings(everythingIsOurs), ...parts) as NodeJS.ProcessEnv;
    this.storeSettings(Object.assign({}, ...parts) as Record<string, string>);
    return { server: await this.openServer(settings), settings, postgresPid: (await this.postgres)?.pid };
  }

  /** Server, stand-ins, database: no part ends before those that use it. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.server?.stop(graceOf(this.options.env));
    await Promise.all([...this.standIns.values()].map((child) => child.stop(STAND_IN_GRACE_MS)));
    const postgres = await this.postgres?.catch(() => undefined);
    await postgres?.stop();
  }

  /** SIGKILL; the data survives it. */
  kill(): void {
    this.stopping = true;
    this.server?.kill();
    for (const child of this.standIns.values()) child.kill();
    void this.postgres?.then((postgres) => postgres.kill()).catch(() => undefined);
  }

  private async openDatabase(): Promise<Record<string, string>> {
    if (isSet(this.options.env, 'DATABASE_URL')) return {};
    this.postgres = startPostgres(this.options);
    const postgres = await this.postgres;
    void this.superviseDatabase(postgres);
    return { DATABASE_URL: postgres.appUrl, DATABASE_MIGRATION_URL: postgres.url };
  }

  /** Starts it again at the same address whenever it ends by itself. */
  private async superviseDatabase(first: Postgres): Promise<void> {
    const restarts = new Restarts();
    for (let postgres = first; ;) {
      await untilEnded(postgres.pid);
      if (this.stopping) return;
      this.options.say('The database stopped unexpectedly. Restarting it.');
      const next = await this.restartDatabase(postgres, restarts);
      if (next === undefined) return;
      postgres = next;
    }
  }

  /** A restart that fails for want of room does not count: it is tried until there is some. */
  private async restartDatabase(ended: Postgres, restarts: Restarts): Promise<Postgres | undefined> {
    for (let isFull = false; await restarts.next();) {
      if (this.stopping) return undefined;
      this.postgres = ended.restart();
      try {
        return await this.postgres;
      } catch {
        if (!ended.saysDiskFull()) continue;
        if (!isFull) this.options.say('The database’s disk is full. It restarts once there is space.');
        isFull = true;
        restarts.takeBack();
        await sleep(ROOM_AWAITED_MS);
      }
    }
    this.endWith(1, `The database has ended again and again. Its last lines:\n${ended.lastLines()}`);
    return undefined;
  }

  private async openStandIn(standIn: StandIn): Promise<Record<string, string>> {
    const { programs, dataDir, port, env } = this.options;
    const place = { dataDir, port, host: env['HOST'], siteUrl: this.siteUrl() };
    const args = [...programs.standIns, ...(await standIn.args(place))];
    const secret = standIn.secret?.(place);
    const child = this.startStandIn(standIn, args, secret);
    const said = await child.ready;
    void this.superviseStandIn(standIn, { args, secret }, child);
    return standIn.settings(place, said);
  }

  /** Starts it again with the same ports whenever it ends by itself. */
  private async superviseStandIn(standIn: StandIn, { args, secret }: StandInStart, first: Child): Promise<void> {
    const restarts = new Restarts();
    let code = await first.exited;
    while (!this.stopping && (await restarts.next())) {
      if (this.stopping) return;
      this.options.say(`${standIn.name} stopped unexpectedly. Restarting it.`);
      code = await this.startStandIn(standIn, args, secret).exited;
    }
    this.endWith(1, `${standIn.name} has died again and again, the last time with exit code ${code}.`);
  }

  private startStandIn({ name }: StandIn, args: string[], secret: string | undefined): Child {
    const { say } = this.options;
    const env = { ...this.options.env, ...(secret !== undefined && { STAND_IN_SECRET: secret }) };
    const child = this.start({ name, args, env, onLine: (line) => say(`${name}: ${line}`) });
    this.standIns.set(name, child);
    return child;
  }

  private ownSettings(everythingIsOurs: boolean): NodeJS.ProcessEnv {
    const { env, port, dataDir } = this.options;
    return {
      ...(everythingIsOurs ? { SEED_DEMO: '1' } : {}),
      ...env,
      PORT: String(port),
      SITE_URL: this.siteUrl(),
      DATA_DIR: dataDir,
    };
  }

  /** For programs that an operator runs beside the shop. */
  private storeSettings(ours: Record<string, string>): void {
    const { dataDir, port } = this.options;
    const place = { PORT: String(port), SITE_URL: this.siteUrl(), DATA_DIR: dataDir };
    storeText(join(dataDir, SETTINGS_FILE), JSON.stringify({ ...ours, ...place }));
  }

  private siteUrl(): string {
    const { env, port } = this.options;
    return env['SITE_URL'] || `http://localhost:${port}`;
  }

  private async openServer(env: NodeJS.ProcessEnv): Promise<ReadyLine> {
    const { programs, say } = this.options;
    this.server = this.start({ name: 'The server', args: programs.server, env, onLine: say });
    const said = await this.server.ready;
    void this.server.exited.then((code) =>
      this.endWith(code || 1, `The server has ended by itself (exit code ${code}).`),
    );
    return said;
  }

  private start(options: Parameters<typeof startChild>[0]): Child {
    if (this.stopping) throw new StartError('The shop was closed before it had opened.');
    return startChild(options);
  }

  private endWith(code: number, reason: string): void {
    if (!this.stopping) this.reportEnd({ code, reason });
  }
}

function graceOf(env: NodeJS.ProcessEnv): number {
  const seconds = Number(env['STOP_SECONDS'] ?? (env['NODE_ENV'] === 'production' ? 25 : 0));
  return Math.max(SERVER_GRACE_MS, (seconds + 1) * 1_000) || SERVER_GRACE_MS;
}

/** Polls, because a database that was taken over is no child process. */
async function untilEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(DATABASE_WATCH_MS, undefined, { ref: false });
}
