import { join } from 'node:path';
import { startChild, type Child, type ReadyLine, StartError } from './child.ts';
import { storeText } from './stored-text.ts';
import { startPostgres, type Postgres } from './postgres.ts';
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
  /** Parts that these settings replace aren't started. */
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

/** The shortest wait before killing a server; its STOP_SECONDS are nine by default. */
export const SERVER_GRACE_MS = 10_000;
const STAND_IN_GRACE_MS = 3_000;

/** The server, and stand-ins for services that aren't configured. The current folder is the checkout's. */
export class Shop {
  /** Resolves when a necessary part has ended by itself. */
  readonly ended: Promise<Ending>;
  private reportEnd: (ending: Ending) => void = () => undefined;
  private readonly options: ShopOptions;
  private server: Child | undefined;
  private readonly standIns: Child[] = [];
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
    await Promise.all(this.standIns.map((child) => child.stop(STAND_IN_GRACE_MS)));
    const postgres = await this.postgres?.catch(() => undefined);
    await postgres?.stop();
  }

  /** SIGKILL; the data survives it. */
  kill(): void {
    this.stopping = true;
    this.server?.kill();
    for (const child of this.standIns) child.kill();
    void this.postgres?.then((postgres) => postgres.kill()).catch(() => undefined);
  }

  private async openDatabase(): Promise<Record<string, string>> {
    if (isSet(this.options.env, 'DATABASE_URL')) return {};
    this.postgres = startPostgres(this.options);
    const postgres = await this.postgres;
    void postgres.ended.then((log) => this.endWith(1, `The database has ended by itself. ${log}`));
    return { DATABASE_URL: postgres.appUrl, DATABASE_MIGRATION_URL: postgres.url };
  }

  private async openStandIn(standIn: StandIn): Promise<Record<string, string>> {
    const { programs, dataDir, port, env, say } = this.options;
    const { name } = standIn;
    const place = { dataDir, port, host: env['HOST'], siteUrl: this.siteUrl() };
    const args = [...programs.standIns, ...(await standIn.args(place))];
    const secret = standIn.secret?.(place);
    const child = this.start({
      name,
      args,
      env: { ...env, ...(secret !== undefined && { STAND_IN_SECRET: secret }) },
      onLine: (line) => say(`${name}: ${line}`),
    });
    this.standIns.push(child);
    const said = await child.ready;
    void child.exited.then((code) => this.endWith(code || 1, `${name} has ended by itself (exit code ${code}).`));
    return standIn.settings(place, said);
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
