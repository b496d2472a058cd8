import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../launch/ports.ts';
import { closeNow, listenLocally } from '../server/listen-locally.ts';
import { throwawayFolder } from '../server/throwaway.ts';

/** Longer than HAProxy waits for pages. */
const SILENT_MS = 2_500;

const PROGRAM_PATH = `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`;

const hasBalancer = PROGRAM_PATH.split(':').some((folder) => existsSync(join(folder, 'haproxy')));
if (!hasBalancer) console.warn('HAProxy is not on this machine, so that its example is not tried here.');

/** A process that is too busy for health checks, and one of a machine that was cut off. */
const busy: RequestListener = (req, res) => {
  if (req.url?.startsWith('/readyz')) res.writeHead(503).end();
  else if (req.url !== '/api/account/changes') res.end('a page');
  else void sleep(SILENT_MS).then(() => res.end('data: changed'));
};
const servers = [createServer(busy), createServer(() => undefined)];
let balancer: ChildProcess | null = null;
let url = '';

beforeAll(async () => {
  const folder = await throwawayFolder();
  afterAll(() => folder.remove());
  const ports = await Promise.all(servers.map(async (server) => Number(new URL(await listenLocally(server)).port)));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const text = shippedExample(ports)
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace('127.0.0.1:8404', `127.0.0.1:${await freePort()}`);
  writeFileSync(join(folder.path, 'haproxy.cfg'), text);
  if (!hasBalancer) return;
  const started = spawn('haproxy', ['-db', '-f', join(folder.path, 'haproxy.cfg')], {
    env: { PATH: PROGRAM_PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  balancer = started;
  // The checks of all its servers have failed.
  for await (const line of started.stdout) if (/backend pages has no server/.test(String(line))) break;
});

afterAll(async () => {
  for (const server of servers) closeNow(server);
  if (balancer === null) return;
  const ended = once(balancer, 'exit');
  balancer.kill();
  await ended;
});

test.runIf(hasBalancer)('pages come from a process that passes no check, past one that answers nothing', async () => {
  for (const _turn of servers) expect(await (await fetch(url)).text()).toBe('a page');
});

test.runIf(hasBalancer)('an open dashboard may be silent for longer than a page may take', async () => {
  await Promise.any(
    servers.map(async () => expect(await (await fetch(`${url}/api/account/changes`)).text()).toBe('data: changed')),
  );
});

/** `deploy/haproxy/haproxy.cfg` with these servers, fewer connections and without TLS. */
function shippedExample(ports: readonly number[]): string {
  const list = ports.map((port, index) => `  server web${index} 127.0.0.1:${port}\n`).join('');
  return (
    readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')
      // HAProxy needs two open files per connection.
      .replace('maxconn 20000', 'maxconn 4000')
      .replace(/^\s*(bind :443|ssl-default).*\n/gm, '')
      .replace(/ resolvers names init-addr \S+/g, '')
      .replace(/(^ {2}server web.*\n)+/gm, list)
  );
}
