import { deepStrictEqual, match, ok } from 'node:assert';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../launch/ports.ts';
import { receivedEmails } from '../../test/clients/mailbox.ts';
import {
  documentedCommands,
  documentedOperatorCommands,
  documentedScripts,
} from '../../test/packing/documented-commands.ts';
import {
  baseImage,
  buildImage,
  Containers,
  findBuilder,
  HOW_TO_GET_IT,
  secretFile,
  whenReady,
} from '../../test/packing/containers.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { throwawayFolder } from '../../test/server/throwaway.ts';
import { type Soak, secondsSince } from './soak.ts';

const MAILED_WITHIN_MS = 60_000;
const OVER_TLS = { 'x-forwarded-proto': 'https' };
const KEYS = '/run/secrets/auth_jwt_keys';

export const packing: Soak = {
  name: 'packing',
  proves:
    'The image is built of what its lock file says, holds no development package, serves, works, migrates and backs up on a root that cannot be written, and answers to every command of docs/operating.md',
  fullSize: 1,
  smallSize: null,
  async run(shop, { report }) {
    const builder = findBuilder();
    if (builder === null) throw new Error(HOW_TO_GET_IT);
    const folder = await throwawayFolder();
    // The image's account enters it.
    await chmod(folder.path, 0o755);
    const containers = new Containers(builder);
    try {
      const base = await baseImage(builder, folder.path);
      report(`${builder}; the base was ${base.origin}`);
      const began = performance.now();
      const checkout = await buildImage(builder, base.name, 'build');
      const image = await buildImage(builder, base.name);
      report(`built in ${secondsSince(began)}`);
      const byNpm = await answerByNpm(containers, checkout);
      await holdsProductionAlone(containers, image);
      const place: Place = {
        containers,
        image,
        shop,
        folder: folder.path,
        settings: await settingsFor(shop, folder.path),
      };
      const asked = await serveAndWork(place);
      return `base ${base.origin}; ${byNpm} commands by npm, ${asked} by node in the image; both processes ended with 0`;
    } finally {
      folder.remove();
    }
  },
};

interface Place {
  readonly containers: Containers;
  readonly image: string;
  readonly shop: Shop;
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** In the checkout as `npm prune --omit=dev` has left it. @returns how many were asked */
async function answerByNpm(containers: Containers, image: string): Promise<number> {
  const scripts = documentedScripts();
  for (const script of scripts) {
    const command = ['npm', 'run', '--silent', script, '--', '--help'];
    match(await containers.run({ image, command, folder: '/build', settings: { DATA_DIR: '/tmp/data' } }), /^[A-Z]/);
  }
  return scripts.length;
}

async function holdsProductionAlone(containers: Containers, image: string): Promise<void> {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const list =
    'find node_modules -path "*node_modules/*" -name package.json -exec dirname {} + ; find . -name "*.test.ts" -not -path "./node_modules/*"; ls';
  const found = (await containers.run({ image, command: ['sh', '-c', list] })).split('\n');
  const installed = found.filter((place) => place in lock.packages);
  ok(installed.length > 80, 'The image has hardly any package.');
  deepStrictEqual(
    installed.filter((place) => lock.packages[place]?.dev === true),
    [],
  );
  deepStrictEqual(
    found.filter((place) => /fakes|launch|\.test\.ts$/.test(place) && !place.startsWith('node_modules')),
    [],
  );
  deepStrictEqual(await containers.run({ image, command: ['id', '-u'] }), '65532');
}

/** Of a deployment on trial, with roles as docs/operating.md asks for them. */
async function settingsFor(shop: Shop, folder: string): Promise<Record<string, string>> {
  const superuser = new URL(shop.ctx.config.databaseUrl);
  await makeRoles(superuser.href);
  const urlOf = (role: string) => `postgres://${role}:of-the-soak@${superuser.host}/club`;
  const keys = {
    keys: [
      {
        ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
        kid: 'signing',
        alg: 'ES256',
        key_ops: ['sign', 'verify'],
      },
      { kty: 'oct', k: randomBytes(32).toString('base64url'), kid: 'sealing' },
    ],
  };
  await secretFile(folder, 'auth_jwt_keys', JSON.stringify(keys));
  const {
    STRIPE_SECRET_KEY = '',
    STRIPE_PUBLISHABLE_KEY = '',
    STRIPE_WEBHOOK_SECRET = '',
    STRIPE_API_BASE = '',
    STRIPE_JS_URL = '',
  } = shop.settings;
  return {
    SITE_URL: 'https://club.example',
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: urlOf('club_app'),
    DATABASE_MIGRATION_URL: urlOf('club_owner'),
    STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE,
    STRIPE_JS_URL,
    ALLOW_SANDBOX_PAYMENTS: '1',
    SMTP_URL: shop.mailbox.smtpUrl,
    AUTH_JWT_KEYS_FILE: KEYS,
  };
}

async function makeRoles(superuser: string): Promise<void> {
  const client = new Client({ connectionString: superuser });
  await client.connect();
  await client.query(`create role club_owner login createdb password 'of-the-soak'`);
  await client.query(`create role club_app login password 'of-the-soak'`);
  await client.query('create database club owner club_owner');
  await client.end();
}

/** Migration, a web process and a worker, each in a container of its own. @returns how many commands were asked */
async function serveAndWork(place: Place): Promise<number> {
  const { containers, image, folder, settings } = place;
  const volumes = [`${join(folder, 'auth_jwt_keys')}:${KEYS}:ro`];
  const migrated = await containers.run({ image, settings, volumes, command: ['node', 'dist/server/migrate.js'] });
  match(migrated, /migrations applied: [1-9]\d*\.$/);
  const [port, webHealth, workerHealth] = [await freePort(), await freePort(), await freePort()];
  const web = await containers.start({
    image,
    volumes,
    settings: { ...settings, ROLE: 'web', PORT: String(port), HEALTH_PORT: String(webHealth) },
  });
  const worker = await containers.start({
    image,
    volumes,
    settings: { ...settings, ROLE: 'worker', HEALTH_PORT: String(workerHealth) },
  });
  try {
    await whenReady(`http://127.0.0.1:${webHealth}/readyz`, () => containers.logOf(web));
    await whenReady(`http://127.0.0.1:${workerHealth}/readyz`, () => containers.logOf(worker));
    await visit(`http://127.0.0.1:${port}`);
    await signUp(`http://127.0.0.1:${port}`, place.shop);
    await cannotWrite(containers, web);
    const asked = await answerByNode(containers, web);
    await backUp(place, volumes);
    for (const id of [web, worker]) {
      const { code, log } = await containers.stop(id);
      deepStrictEqual(code, 0, log);
    }
    return asked;
  } finally {
    await Promise.all([web, worker].map((id) => containers.remove(id)));
  }
}

/** Public pages and the app's, with every file that they name. */
async function visit(siteUrl: string): Promise<void> {
  for (const page of ['/', '/signin', '/season']) {
    const answer = await fetch(`${siteUrl}${page}`, { headers: OVER_TLS });
    const named = [...(await answer.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    if (page !== '/season') ok(answer.status === 200 && named.length > 0, `${page} answers ${answer.status}.`);
    for (const path of named) {
      const { status } = await fetch(`${siteUrl}${path}`, { headers: OVER_TLS });
      deepStrictEqual([path, status], [path, 200]);
    }
  }
}

/** The web process hashes the password, the worker mails the link. */
async function signUp(siteUrl: string, shop: Shop): Promise<void> {
  const email = 'packed@example.com';
  const answer = await fetch(`${siteUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { ...OVER_TLS, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a parcel of nine letters' }),
  });
  deepStrictEqual(answer.status, 200, await answer.text());
  for (const deadline = performance.now() + MAILED_WITHIN_MS; ; await sleep(250)) {
    if ((await receivedEmails(shop.mailbox.url, email)).length > 0) return;
    ok(performance.now() < deadline, 'The worker has mailed nothing.');
  }
}

async function cannotWrite(containers: Containers, id: string): Promise<void> {
  const script =
    'for place in / /club /club/dist /club/.data /var /home; do touch "$place/x" 2>/dev/null && echo "$place"; done; true';
  deepStrictEqual(await containers.inside(id, ['sh', '-c', script]), '');
}

async function answerByNode(containers: Containers, id: string): Promise<number> {
  const files = new Set(documentedCommands().flatMap(({ file }) => (file === null ? [] : [file])));
  for (const file of files) match(await containers.inside(id, ['node', file, '--help']), /^[A-Z]/);
  const names = new Set(documentedOperatorCommands().map(({ name }) => name));
  for (const name of names) {
    if (name !== 'help')
      ok((await containers.inside(id, ['node', 'dist/server/operator.js', 'help', name])).includes(name));
  }
  match(await containers.inside(id, ['node', 'dist/server/operator.js', 'operators']), /^Nobody has the role yet\.$/);
  return files.size + names.size;
}

/** Into a folder that is mounted, the only one that can be written. */
async function backUp({ containers, image, folder, settings }: Place, volumes: readonly string[]): Promise<void> {
  const backups = join(folder, 'backups');
  await mkdir(backups);
  await chmod(backups, 0o777);
  const contained = { image, settings, volumes: [...volumes, `${backups}:/backups`] };
  const run = (command: string) =>
    containers.run({ ...contained, command: ['node', 'dist/server/backup.js', command, '/backups/club.zip'] });
  match(await run('backup'), /^Backed up/);
  match(await run('verify'), /each byte came back/);
}
