import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throwawayFolder, type ThrowawayFolder } from '../server/throwaway.ts';
import { DEPLOY, textOf } from './deployed-environments.ts';

// Each file is read by the program that it is written for, where this machine has it.

const PATH = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;
let folder: ThrowawayFolder;

beforeAll(async () => {
  folder = await throwawayFolder();
});
afterAll(() => folder.remove());

function has(...programs: readonly string[]): boolean {
  return programs.every(
    (program) => spawnSync(program, ['--help'], { stdio: 'ignore', env: { PATH } }).error === undefined,
  );
}

function run(program: string, args: readonly string[], cwd = folder.path): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd, env: { PATH } });
  return { code: status, said: `${stdout}${stderr}` };
}

for (const program of ['haproxy', 'nginx', 'systemd-analyze', 'kubectl', 'openssl'])
  if (!has(program)) console.warn(`Not on this machine, so that it reads nothing of deploy here: ${program}.`);

/** A certificate and its key, in files of their own and in one. */
function makeCertificate(): void {
  mkdirSync(join(folder.path, 'certs'), { recursive: true });
  const subject = ['-subj', '/CN=club.example', '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  const made = run('openssl', ['req', '-x509', ...subject, '-keyout', 'club.key', '-out', 'club.crt']);
  expect(made).toMatchObject({ code: 0 });
  const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
  writeFileSync(join(folder.path, 'certs', 'club.pem'), read('club.crt') + read('club.key'));
}

test.runIf(has('haproxy', 'openssl'))('HAProxy takes its example', () => {
  makeCertificate();
  const text = textOf('haproxy/haproxy.cfg').replace('/etc/haproxy/certs/', join(folder.path, 'certs/'));
  writeFileSync(join(folder.path, 'haproxy.cfg'), text);
  expect(run('haproxy', ['-c', '-f', 'haproxy.cfg'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('Configuration file is valid'),
  });
});

test.runIf(has('haproxy'))('HAProxy takes its example in front of PostgreSQL', () => {
  writeFileSync(join(folder.path, 'postgres.cfg'), textOf('haproxy/postgres.cfg'));
  expect(run('haproxy', ['-c', '-f', 'postgres.cfg'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('Configuration file is valid'),
  });
});

test.runIf(has('nginx', 'openssl'))('nginx takes its example', () => {
  makeCertificate();
  const text = textOf('nginx/club.conf')
    .replaceAll('/etc/nginx/certs/', `${folder.path}/`)
    .replaceAll(/web\d:3000/g, '127.0.0.1:3000');
  writeFileSync(join(folder.path, 'club.conf'), text);
  const around = `events {}\npid ${folder.path}/nginx.pid;\nhttp { access_log off; include ${folder.path}/club.conf; }\n`;
  writeFileSync(join(folder.path, 'nginx.conf'), around);
  expect(run('nginx', ['-t', '-e', 'stderr', '-c', join(folder.path, 'nginx.conf')])).toMatchObject({
    code: 0,
    said: expect.stringContaining('test is successful'),
  });
});

test.runIf(has('systemd-analyze'))('systemd takes the units, and calls none of them exposed', () => {
  const files = readdirSync(join(DEPLOY, 'systemd')).filter((file) => !file.endsWith('.env'));
  for (const file of files) {
    const text = textOf(`systemd/${file}`).replace('/usr/bin/node', process.execPath).replace('/opt/club/current', '/');
    writeFileSync(join(folder.path, file), text);
  }
  expect(run('systemd-analyze', ['verify', '--man=no', ...files])).toEqual({ code: 0, said: '' });
  for (const file of files.filter((each) => each.endsWith('.service'))) {
    const unit = file.replace('@.', '@3001.');
    if (unit !== file) copyFileSync(join(folder.path, file), join(folder.path, unit));
    // Out of a hundred; twenty is "OK".
    const judged = run('systemd-analyze', ['security', '--offline=true', '--threshold=20', join(folder.path, unit)]);
    expect([unit, judged.code, judged.said.split('\n').at(-2)]).toEqual([unit, 0, expect.stringContaining('OK')]);
  }
});

test.runIf(has('kubectl'))('kustomize puts the manifests together, with one image', () => {
  const { code, said } = run('kubectl', ['kustomize', join(DEPLOY, 'kubernetes')]);
  expect(code).toBe(0);
  expect(new Set(said.match(/image: .+/g))).toEqual(new Set(['image: registry.example/dead-letter-club:1.0.0']));
});

test('a shell takes the scripts', () => {
  for (const script of ['compose/secrets.sh', 'compose/roles.sh'])
    expect(run('sh', ['-n', join(DEPLOY, script)])).toEqual({ code: 0, said: '' });
});
