import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterShop } from './cluster-shop.ts';
import { DATABASE_MACHINES } from './database-machines.ts';
import type { Program } from './program.ts';
import { BALANCER_MACHINES, SHOP_MACHINES } from './shop-machines.ts';
import type { Cut } from './smtp-server.ts';

/** What happens to the machines, once a round. */
export interface ClusterEvent {
  readonly name: string;
  /** Resolves when everything runs again, though perhaps not yet well. */
  happen(cluster: ClusterShop): Promise<void>;
  /** How long the shop may store nothing, given how long the database alone stored nothing, in seconds. */
  readonly longestGap?: (databaseGap: number) => number;
  /** Its gap is one of the figures that are claimed. */
  readonly figure?: 'switchover' | 'failover' | 'black hole';
}

/** As long as systemd waits before it starts again what has died. */
const AWAY_MS = 1_000;
const MACHINE_AWAY_MS = 20_000;
const CUT_MS = 6_000;
const BLACK_HOLE_MS = 25_000;
const SHIFTED_MS = 8_000;
const CLOCKS_APART_S = 15;

const SWITCHOVER_S = 5;
const FAILOVER_S = 3;
const BLACK_HOLE_S = 15;

/** SIGKILL, and a start a second later, of one process of each kind. */
export const KILLS: readonly ClusterEvent[] = [
  killOf('a web process', ({ shop }) => shop.programs.webs[0]),
  killOf('a worker', ({ shop }) => shop.programs.workers[0], 'sender'),
  killOf('a pooler', ({ shop }) => shop.programs.poolers[0]),
  killOf('the way to the primary', ({ shop }) => shop.programs.routes[1], 'line'),
  killOf('a balancer', ({ shop }) => shop.programs.balancers[0]),
  killOf('etcd of a standby', async ({ databases }) => {
    const { other } = await databases.requirePrimary();
    return databases.programsOf(other).etcd;
  }),
  killOf('Patroni of a standby', async ({ databases }) => {
    const { other } = await databases.requirePrimary();
    return databases.programsOf(other).patroni;
  }),
  {
    name: 'kill -9 of the PostgreSQL of the synchronous standby',
    async happen({ databases }) {
      const { synchronous } = await databases.requirePrimary();
      process.kill(databases.postmasterOf(synchronous), 'SIGKILL');
    },
  },
];

export const DATABASE_EVENTS: readonly ClusterEvent[] = [
  {
    name: 'switchover',
    figure: 'switchover',
    longestGap: () => SWITCHOVER_S,
    happen: ({ databases }) => databases.switchOver(),
  },
  {
    name: 'kill -9 of the PostgreSQL of the primary',
    figure: 'failover',
    longestGap: (databaseGap) => databaseGap + FAILOVER_S,
    async happen({ databases }) {
      const { primary } = await databases.requirePrimary();
      process.kill(databases.postmasterOf(primary), 'SIGKILL');
    },
  },
  {
    name: 'kill -9 of all on the machine of the primary',
    figure: 'failover',
    longestGap: (databaseGap) => databaseGap + FAILOVER_S,
    async happen({ databases }) {
      const { primary } = await databases.requirePrimary();
      databases.killMachine(primary);
      await sleep(MACHINE_AWAY_MS);
      await databases.startMachine(primary);
    },
  },
  {
    name: 'black hole around the primary',
    figure: 'black hole',
    longestGap: () => BLACK_HOLE_S,
    async happen({ databases, network }) {
      const { primary } = await databases.requirePrimary();
      network.cut(primary);
      await sleep(BLACK_HOLE_MS);
      network.mend(primary);
    },
  },
];

export const LINK_EVENTS: readonly ClusterEvent[] = [...BALANCER_MACHINES, ...SHOP_MACHINES, ...DATABASE_MACHINES].map(
  (machine) => ({
    name: `the link of ${machine} is cut for ${CUT_MS / 1_000} s`,
    async happen({ network, smtp }) {
      const ended = smtp.recordCut(network.addressOf(machine), 'line');
      network.cut(machine);
      await sleep(CUT_MS);
      network.mend(machine);
      ended();
    },
  }),
);

export const CLOCK_EVENT: ClusterEvent = {
  name: `clocks ${2 * CLOCKS_APART_S} s apart`,
  async happen({ shop }) {
    const [one, other] = SHOP_MACHINES;
    shop.shiftClocks(one, CLOCKS_APART_S);
    shop.shiftClocks(other, -CLOCKS_APART_S);
    await sleep(SHIFTED_MS);
    for (const machine of SHOP_MACHINES) shop.shiftClocks(machine, 0);
  },
};

function killOf(
  what: string,
  find: (cluster: ClusterShop) => Program | undefined | Promise<Program>,
  cut?: Cut,
): ClusterEvent {
  return {
    name: `kill -9 of ${what}`,
    async happen(cluster) {
      const program = await find(cluster);
      if (program === undefined) throw new Error(`There is no ${what}.`);
      const ended = cut && cluster.smtp.recordCut(cluster.network.addressOf(program.machine), cut);
      await program.kill();
      ended?.();
      await sleep(AWAY_MS);
      await program.start();
    },
  };
}
