import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM_PATH } from './tools.ts';

export interface Run {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The system's account that it runs as; root unless given. */
  readonly account?: string;
  /** A file's descriptor. */
  readonly log: number;
}

/** Ends all processes of the machines, and the machines, when this process has ended or asks for it. */
const TAKE_DOWN = `read -r _
bridge=$1; shift
for machine in "$@"; do
  for try in 1 2 3 4 5; do
    pids=$(ip netns pids "$machine"); [ -z "$pids" ] && break
    kill -9 $pids; sleep 0.1
  done
  ip netns delete "$machine"
done
ip link delete "$bridge"`;

/** Machines with an address each, made of network namespaces that a bridge joins. The first address is this machine's own. */
export class Network {
  readonly ownAddress: string;
  readonly #prefix: string;
  readonly #bridge: string;
  readonly #machines: readonly string[];
  #guard: ChildProcess | null = null;

  private constructor(machines: readonly string[]) {
    this.#machines = machines;
    this.#prefix = `club${process.pid}`;
    this.#bridge = this.#prefix;
    this.ownAddress = `${this.#net}.1`;
  }

  /** @throws Error when the kernel refuses */
  static open(machines: readonly string[]): Network {
    const network = new Network(machines);
    network.#open();
    return network;
  }

  get #net(): string {
    return `10.77.${process.pid % 256}`;
  }

  addressOf(machine: string): string {
    return `${this.#net}.${11 + this.#machines.indexOf(machine)}`;
  }

  run(machine: string, { command, env = {}, account, log }: Run): ChildProcess {
    const as = account === undefined ? [] : [`--reuid=${account}`, `--regid=${account}`, '--init-groups'];
    const program = ['netns', 'exec', this.#nameOf(machine), 'setpriv', '--pdeathsig=KILL', ...as, ...command];
    return spawn('ip', program, { env: { PATH: PROGRAM_PATH, ...env }, stdio: ['ignore', log, log] });
  }

  /** Every packet from and to the machine is lost, silently. */
  cut(machine: string): void {
    ip('link', 'set', this.#linkOf(machine), 'nomaster');
  }

  mend(machine: string): void {
    ip('link', 'set', this.#linkOf(machine), 'master', this.#bridge);
  }

  /** SIGKILL to all that runs on a machine. */
  killAll(machine: string): void {
    for (const pid of ip('netns', 'pids', this.#nameOf(machine)).split('\n').filter(Boolean)) {
      spawnSync('kill', ['-9', pid]);
    }
  }

  async close(): Promise<void> {
    const guard = this.#guard;
    if (guard === null) return;
    const ended = once(guard, 'exit');
    guard.stdin?.end();
    await ended;
  }

  #nameOf(machine: string): string {
    return `${this.#prefix}-${machine}`;
  }

  #linkOf(machine: string): string {
    return `c${process.pid % 100_000}-${machine}`;
  }

  #open(): void {
    const names = this.#machines.map((machine) => this.#nameOf(machine));
    this.#guard = spawn('/bin/sh', ['-c', TAKE_DOWN, 'sh', this.#bridge, ...names], {
      env: { PATH: PROGRAM_PATH },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    ip('link', 'add', this.#bridge, 'type', 'bridge', 'forward_delay', '0');
    ip('address', 'add', `${this.ownAddress}/24`, 'dev', this.#bridge);
    ip('link', 'set', this.#bridge, 'up');
    for (const machine of this.#machines) this.#openMachine(machine);
  }

  #openMachine(machine: string): void {
    const [name, link] = [this.#nameOf(machine), this.#linkOf(machine)];
    ip('netns', 'add', name);
    ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', link, 'up', 'master', this.#bridge);
    ip('-n', name, 'address', 'add', `${this.addressOf(machine)}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up');
  }
}

function ip(...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('ip', words, { encoding: 'utf8', env: { PATH: PROGRAM_PATH } });
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr}`);
  return stdout;
}
