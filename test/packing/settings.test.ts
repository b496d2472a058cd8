import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig, readMigrationConfig } from '../../src/server/platform/config/config.ts';
import { SECRETS } from '../../src/server/platform/config/secret-files.ts';
import { HEALTH_CHECKS } from '../../src/server/platform/http/health.ts';
import { throwawayFolder } from '../server/throwaway.ts';
import {
  DEPLOY,
  deployedEnvironments,
  imageEnvironment,
  type Manifest,
  readCompose,
  readManifests,
  readUnits,
  ROOT,
  textOf,
  valuesOf,
} from './deployed-environments.ts';

const DEPLOYED = deployedEnvironments();
const MIGRATE = 'dist/server/migrate.js';

/** Sample contents of secret files. */
const SECRET_SAMPLES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://club_app:a@pooler:6432/club?sslmode=verify-full',
  DATABASE_DIRECT_URL: 'postgres://club_app:a@database:5432/club?sslmode=verify-full',
  DATABASE_MIGRATION_URL: 'postgres://club_owner:a@database:5432/club?sslmode=verify-full',
  STRIPE_SECRET_KEY: 'sk_live_of_the_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_test',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  AUTH_JWT_KEYS: '{"keys":[]}',
};

/** Read by the C library. */
const NOT_OURS = ['MALLOC_ARENA_MAX'];

const READ_BY_THE_LAUNCHER = ['STAND_INS'];

function knownNames(): Set<string> {
  const folder = join(ROOT, 'src/server/platform/config');
  const files = readdirSync(folder).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const reads = /(?:read|readRequired)(?:<\w+>)?\(\s*env,\s*'([A-Z0-9_]+)'|env\['([A-Z0-9_]+)'\]/g;
  const names = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(reads)].map(([, read, own]) => read ?? own ?? ''),
  );
  return new Set([...names, ...SECRETS, ...SECRETS.map((name) => `${name}_FILE`), ...NOT_OURS]);
}

test('docs/settings.md names every setting, and none that the server does not read', () => {
  const page = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  const documented = rows.flatMap((cell) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name));
  const known = [...knownNames()].filter((name) => !name.endsWith('_FILE') && !NOT_OURS.includes(name));
  expect(documented.toSorted()).toEqual([...new Set([...known, ...READ_BY_THE_LAUNCHER])].toSorted());
});

function withSecrets({ env, secretFiles }: (typeof DEPLOYED)[number]): Record<string, string> {
  const bare = Object.entries(env).filter(([name]) => !name.endsWith('_FILE'));
  const secrets = Object.keys(secretFiles).map((name) => [name, SECRET_SAMPLES[name] ?? '']);
  return Object.fromEntries([...bare, ...secrets]) as Record<string, string>;
}

test('there are three web processes, two workers and a migration of each kind of deployment', () => {
  const roles = DEPLOYED.map(({ place, program, env }) => `${place}: ${program === MIGRATE ? 'migrate' : env['ROLE']}`);
  expect(roles.sort()).toEqual([
    'Kubernetes club-migrate: migrate',
    'Kubernetes club-web: web',
    'Kubernetes club-worker: worker',
    'club-migrate.service: migrate',
    'club-web@.service: web',
    'club-worker@.service: worker',
    'compose migrate: migrate',
    'compose web1: web',
    'compose web2: web',
    'compose web3: web',
    'compose worker1: worker',
    'compose worker2: worker',
  ]);
  const replicas = readManifests().filter(({ kind }) => kind === 'Deployment');
  expect(replicas.map(({ spec }) => spec.replicas)).toEqual([3, 2]);
});

test.each(DEPLOYED)('$place has no setting of an unknown name, and every secret where it is looked for', (deployed) => {
  const known = knownNames();
  expect(known.size).toBeGreaterThan(50);
  expect(Object.keys(deployed.env).filter((name) => !known.has(name))).toEqual([]);
  expect(Object.entries(deployed.secretFiles).filter(([, isPlaced]) => !isPlaced)).toEqual([]);
});

const MIGRATIONS = DEPLOYED.filter(({ program }) => program === MIGRATE);
const SERVERS = DEPLOYED.filter(({ program }) => program !== MIGRATE);

test.each(MIGRATIONS)('$place has every setting that its program asks for, and the owner of the tables', (deployed) => {
  expect(readMigrationConfig(withSecrets(deployed)).migrationUrl).toContain('club_owner');
});

test.each(SERVERS)('$place has every setting that its program asks for, and nothing in the way', (deployed) => {
  const config = readConfig(withSecrets(deployed));
  expect(config.deployed).toBe(true);
  expect(config.migratesAtStart).toBe(false);
  expect(config.directUrl).not.toBeNull();
  expect(config.trustedProxies.rules).not.toEqual([]);
});

test('the image serves in production from all addresses, and says on a port of its own how it is', () => {
  expect(imageEnvironment()).toMatchObject({ NODE_ENV: 'production', PORT: '3000', HEALTH_PORT: '3001' });
  expect(textOf('Containerfile')).toMatch(/^USER 65532:65532$/m);
});

test('every process manager waits longer than STOP_SECONDS before it kills', () => {
  const { stop, drain } = stoppingOf(DEPLOYED.find(({ place }) => place === 'Kubernetes club-web')?.env);
  const composed = Object.values(readCompose().services).filter(({ env_file }) => env_file !== undefined);
  const units = readUnits().filter((unit) => !valuesOf(unit, 'Type').includes('oneshot'));
  const waits = [
    ...composed.map(({ stop_grace_period = '0' }) => Number.parseInt(stop_grace_period, 10)),
    ...units.map((unit) => Number(valuesOf(unit, 'TimeoutStopSec')[0])),
  ];
  expect(waits.length).toBe(8);
  expect(Math.min(...waits)).toBeGreaterThan(stop);
  for (const { spec } of readManifests().filter(({ kind }) => kind === 'Deployment')) {
    const { containers, terminationGracePeriodSeconds = 30 } = spec.template.spec;
    const preStop = Number(containers[0]?.lifecycle?.preStop.exec.command[1] ?? 0);
    expect([0, drain]).toContain(preStop);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(preStop + stop);
  }
});

function stoppingOf(env: Readonly<Record<string, string>> = {}) {
  return { stop: Number(env['STOP_SECONDS']), drain: Number(env['DRAIN_SECONDS']) };
}

test('a balancer notices within DRAIN_SECONDS that a process is leaving', () => {
  const { drain } = stoppingOf(DEPLOYED[0]?.env);
  const checks = [...textOf('haproxy/haproxy.cfg').matchAll(/check inter (\d+)s fastinter (\d+)ms fall (\d+)/g)];
  expect(checks).toHaveLength(2);
  for (const [, inter, fastinter, fall] of checks) {
    expect(Number(inter) + (Number(fastinter) / 1_000) * (Number(fall) - 1)).toBeLessThan(drain / 2);
  }
});

test('a balancer waits shortly for pages alone, never for calls and open dashboards', () => {
  const waits = textOf('haproxy/haproxy.cfg').match(/set-timeout server .*/g);
  expect(waits).toEqual(
    Array.from({ length: 3 }, () => 'set-timeout server 2s if METH_GET !{ path_beg /api/ /auth/ }'),
  );
});

test('whatever asks for health asks at an address and a port that answer', () => {
  const deployments = readManifests().filter(({ kind }) => kind === 'Deployment');
  for (const { spec } of deployments) {
    const [container] = spec.template.spec.containers;
    const { startupProbe, readinessProbe, livenessProbe, ports = [] } = container ?? {};
    expect(livenessProbe?.httpGet.path).toBe('/healthz');
    expect(startupProbe?.httpGet.path).toBe('/readyz');
    for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
      expect(HEALTH_CHECKS).toContain(probe?.httpGet.path);
      const port = ports.find(({ name }) => name === probe?.httpGet.port);
      expect(String(port?.containerPort)).toBe(imageEnvironment()['HEALTH_PORT']);
    }
  }
  const asked = [...textOf('haproxy/haproxy.cfg').matchAll(/httpchk GET (\S+)/g)].map(([, path]) => path);
  expect(asked).toEqual(['/readyz', '/readyz/pages']);
});

test('a drained node takes one process of each kind at a time, and every root is read-only', () => {
  const manifests = readManifests();
  const labels = (kind: string, of: (manifest: Manifest) => unknown) =>
    manifests.filter((each) => each.kind === kind).map(of);
  expect(labels('PodDisruptionBudget', ({ spec }) => spec.selector?.matchLabels)).toEqual(
    labels('Deployment', ({ spec }) => spec.template.metadata.labels),
  );
  const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
  expect(containers.map(({ securityContext }) => securityContext.readOnlyRootFilesystem)).toEqual([true, true, true]);
  const ours = Object.values(readCompose().services).filter(({ env_file }) => env_file !== undefined);
  expect(ours.map(({ read_only, cap_drop }) => [read_only, cap_drop])).toEqual(ours.map(() => [true, ['ALL']]));
});

test('the compose file trusts the proxies of its own network alone', () => {
  const subnets = readCompose().networks.front.ipam.config.map(({ subnet }) => subnet);
  const web = DEPLOYED.find(({ place }) => place === 'compose web1');
  expect(web?.env['TRUSTED_PROXIES']).toBe(subnets.join(', '));
});

test('the secrets that the compose file names are made once, each, and the rest is asked for', async () => {
  const folder = await throwawayFolder();
  onTestFinished(() => folder.remove());
  copyFileSync(join(DEPLOY, 'compose/secrets.sh'), join(folder.path, 'secrets.sh'));
  const make = () => execFileSync('sh', [join(folder.path, 'secrets.sh')], { encoding: 'utf8' });
  const read = (name: string) => readFileSync(join(folder.path, 'secrets', name), 'utf8');
  expect(make().match(/stripe_secret_key|stripe_webhook_secret|smtp_url|certificates/g)).toHaveLength(4);
  expect(readdirSync(join(folder.path, 'secrets')).sort()).toEqual(Object.keys(readCompose().secrets).sort());
  expect(statSync(join(folder.path, 'secrets')).mode & 0o777).toBe(0o700);
  const { keys } = JSON.parse(read('auth_jwt_keys')) as { keys: { kty: string }[] };
  expect(keys.map(({ kty }) => kty)).toEqual(['EC', 'oct']);
  const before = read('database_url');
  expect(before).toMatch(/^postgres:\/\/club_app:[0-9a-f]{48}@pgbouncer:6432\/club$/);
  make();
  expect(read('database_url')).toBe(before);
});
