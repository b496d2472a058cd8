import { deepStrictEqual, ok } from 'node:assert';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../launch/ports.ts';
import { upTo } from '../../../test/load/in-parallel.ts';
import { Visits } from '../../../test/load/visits.ts';
import { openSurroundings, type Surroundings } from '../../../test/server/surroundings.ts';
import { throwawayFolder } from '../../../test/server/throwaway.ts';
import { assetNames, type Build, BUILDS, makeBuilds } from './builds.ts';
import { answersWell, type Machines, Program } from './program.ts';
import { type Place, RequestLoad } from './request-load.ts';
import { rollAll } from './roll.ts';
import { openWay } from './way.ts';

const WEBS = 2;
const VISITORS = 2;
const REQUESTS_PER_SECOND = 50;
const LOOK_EVERY_MS = 100;
const DRAIN_SECONDS = '2';
/** Who does not listen refuses at once here, and a busy test must not take itself for a cut. */
const CONNECTED_WITHIN_MS = 30_000;
/** Of each build, asked of each process. */
const FILES = 4;

const HERE: Machines = {
  run: (_machine, { command: [program = '', ...args], env, log }) =>
    spawn(program, args, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', log, log] }),
};

/**
 * Two web processes of two builds and a worker behind a balancer in this process, rolled under load: what needs no other program.
 * @returns what was done @throws Error when a request fails, a write is lost or a file is missing
 */
export async function rollSmallCluster(databaseUrl: string): Promise<string> {
  const folder = await throwawayFolder();
  const around = await openSurroundings(databaseUrl);
  const builds = await makeBuilds(folder.path);
  const places = await Promise.all(upTo(WEBS).map(async () => ({ host: '127.0.0.1', port: await freePort() })));
  const programs = makePrograms(folder.path, around, builds, [
    ...places,
    { host: '127.0.0.1', port: await freePort() },
  ]);
  const balancer = await openBalancer(around, places);
  try {
    // The first generates the keys for all.
    for (const program of programs) await program.start();
    return await roll(around, programs, { builds, places });
  } finally {
    await Promise.all(programs.map((program) => program.kill()));
    balancer.close();
    await around.close();
    folder.remove();
  }
}

interface Parts {
  readonly builds: Readonly<Record<Build, string>>;
  readonly places: readonly Place[];
}

async function roll(around: Surroundings, programs: readonly Program[], { builds, places }: Parts): Promise<string> {
  const visits = new Visits(around);
  const balancer = { host: '127.0.0.1', port: Number(around.settings['PORT']) };
  const requests = new RequestLoad([balancer], [], REQUESTS_PER_SECOND, false);
  visits.begin(VISITORS);
  await sleep(LOOK_EVERY_MS);
  const runs = new Map<Program, Build>();
  await rollAll(programs, {
    buildOf: (program) => runs.get(program) ?? 'one',
    give(program, build) {
      runs.set(program, build);
      program.change({ command: serverOf(builds[build]) });
    },
  });
  await Promise.all([visits.end(), requests.stop()]);
  deepStrictEqual(
    visits.answers.filter(({ status }) => status !== 200),
    [],
  );
  deepStrictEqual(requests.pageFailures, []);
  deepStrictEqual(await visits.lost(), []);
  await requireFiles(builds, places);
  const { answers, bought } = visits.counts;
  ok(bought > 0, 'Nobody has bought anything.');
  return `${answers + requests.pages.asked} requests, ${bought} purchases, none failed`;
}

async function requireFiles(builds: Readonly<Record<Build, string>>, places: readonly Place[]): Promise<void> {
  for (const build of BUILDS) {
    for (const name of [...assetNames(builds[build])].slice(0, FILES)) {
      const found = places.map(async ({ host, port }) => (await fetch(`http://${host}:${port}/assets/${name}`)).status);
      deepStrictEqual([name, ...(await Promise.all(found))], [name, ...places.map(() => 200)]);
    }
  }
}

function makePrograms(
  folder: string,
  { settings }: Surroundings,
  builds: Readonly<Record<Build, string>>,
  places: readonly Place[],
): Program[] {
  return places.map(({ port }, index) => {
    const role = index < WEBS ? { ROLE: 'web', PORT: String(port) } : { ROLE: 'worker', HEALTH_PORT: String(port) };
    return new Program(HERE, folder, {
      name: `${role.ROLE}-${index}`,
      machine: 'here',
      command: serverOf(builds.one),
      env: { ...settings, ...role, DRAIN_SECONDS, LOG_LEVEL: 'warn' },
      isReady: () => answersWell(`http://127.0.0.1:${port}/readyz`),
    });
  });
}

function serverOf(folder: string): string[] {
  return [process.execPath, `${folder}/dist/server/main.js`];
}

/** Leads each connection to the places in turn that have just said that they are ready, and to the others when none takes it. */
async function openBalancer({ settings }: Surroundings, places: readonly Place[]) {
  const ready = new Set<Place>();
  let turn = 0;
  const look = setInterval(() => {
    for (const place of places) {
      void answersWell(`http://${place.host}:${place.port}/readyz`).then((isReady) =>
        isReady ? ready.add(place) : ready.delete(place),
      );
    }
  }, LOOK_EVERY_MS);
  const inOrder = () => {
    turn += 1;
    const inTurn = turn % 2 === 0 ? places : places.toReversed();
    return [...inTurn.filter((place) => ready.has(place)), ...inTurn.filter((place) => !ready.has(place))];
  };
  const way = await openWay({ host: '127.0.0.1', port: Number(settings['PORT']) }, inOrder, CONNECTED_WITHIN_MS);
  return {
    close() {
      clearInterval(look);
      way.close();
    },
  };
}
