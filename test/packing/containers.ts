import { execFile, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT, textOf } from './deployed-environments.ts';

export const HOW_TO_GET_IT =
  'No builder of images is on this machine: `apt-get install podman runc` (and mmdebstrap, where no base image can be pulled), or start Docker.';

const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];
const CONTAINED = ['--read-only', '--cap-drop=all', '--security-opt', 'no-new-privileges', '--tmpfs', '/tmp'];
const BUILT_WITHIN_MS = 1_200_000;
const PULLED_WITHIN_MS = 60_000;

export type Builder = 'docker' | 'podman';

export function findBuilder(): Builder | null {
  return (['podman', 'docker'] as const).find(answers) ?? null;
}

function answers(program: string): boolean {
  return spawnSync(program, ['info'], { stdio: 'ignore' }).status === 0;
}

function has(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

async function execute(program: string, args: readonly string[], timeout = BUILT_WITHIN_MS): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: ROOT, timeout, maxBuffer: 2 ** 26 });
  return stdout.trim();
}

/** The base that deploy/Containerfile names, or where it cannot be pulled one of Debian's and npm's packages. @returns its name, and how it came */
export async function baseImage(builder: Builder, folder: string): Promise<{ name: string; origin: string }> {
  const named = /^ARG NODE_IMAGE=(\S+)$/m.exec(textOf('Containerfile'))?.[1] ?? '';
  try {
    await execute(builder, ['pull', '--quiet', named], PULLED_WITHIN_MS);
    return { name: named, origin: 'pulled' };
  } catch {
    const name = 'localhost/node-of-debian:packing';
    const major = /node:(\d+)/.exec(named)?.[1] ?? '';
    await makeBase(builder, { name, major, folder });
    return {
      name,
      origin: `made of Debian bookworm and Node ${major} of npm's registry, since ${named} could not be pulled`,
    };
  }
}

/** Its certificates are this machine's, or a registry behind a proxy of its own would not be believed. */
async function makeBase(builder: Builder, { name, major, folder }: { name: string; major: string; folder: string }) {
  const node = join(folder, 'node');
  const tar = join(folder, 'base.tar');
  await mkdir(node);
  const wanted = [`node-linux-${process.arch}@${major}`, 'npm@11'];
  await execute('npm', ['install', '--prefix', node, '--no-audit', '--no-fund', '--loglevel=error', ...wanted]);
  const hooks = [
    'mkdir -p "$1/usr/local/lib/node_modules"',
    `cp ${node}/node_modules/node-linux-${process.arch}/bin/node "$1/usr/local/bin/node"`,
    `cp -r ${node}/node_modules/npm "$1/usr/local/lib/node_modules/"`,
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
    'cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/ca-certificates.crt"',
  ].map((hook) => `--customize-hook=${hook}`);
  await execute('mmdebstrap', ['--variant=minbase', '--include=ca-certificates,libstdc++6', ...hooks, 'bookworm', tar]);
  const change = 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt';
  await execute(builder, ['import', '--change', change, tar, name]);
}

/** Builds deploy/Containerfile, up to a stage of it. @returns the image's name */
export async function buildImage(builder: Builder, base: string, target?: string): Promise<string> {
  const name = `localhost/dead-letter-club:${target ?? 'packing'}`;
  const isolation = builder === 'podman' && process.getuid?.() === 0 ? ['--isolation', 'chroot'] : [];
  const stage = target === undefined ? [] : ['--target', target];
  const from = ['--build-arg', `NODE_IMAGE=${base}`, '-f', 'deploy/Containerfile', '-t', name];
  await execute(builder, ['build', '--network', 'host', ...LIMITS, ...isolation, ...stage, ...from, '.']);
  return name;
}

export interface Contained {
  readonly image: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** From a path of this machine to one in the container, with `:ro` or without. */
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly folder?: string;
}

/** Containers of an image on this machine's network, as they are meant to be run: nothing of the root can be written. */
export class Containers {
  private readonly program: readonly string[];
  private readonly builder: Builder;

  constructor(builder: Builder) {
    this.builder = builder;
    // Older crun knows no machine with both versions of cgroups.
    this.program = builder === 'podman' && has('runc') ? ['--runtime', 'runc'] : [];
  }

  /** Until it ends. @returns what it said @throws Error with what it said when it ends with another code than 0 */
  async run(contained: Contained): Promise<string> {
    return await this.execute(['run', '--rm', ...argumentsOf(contained)]);
  }

  /** In the background. @returns its id */
  async start(contained: Contained): Promise<string> {
    return await this.execute(['run', '-d', ...argumentsOf(contained)]);
  }

  async inside(id: string, command: readonly string[]): Promise<string> {
    return await this.execute(['exec', id, ...command]);
  }

  /** SIGTERM, and SIGKILL after half a minute. @returns its exit code and what it said */
  async stop(id: string): Promise<{ code: number; log: string }> {
    await this.execute(['stop', '-t', '30', id]);
    const code = Number(await this.execute(['inspect', '--format', '{{.State.ExitCode}}', id]));
    const log = await this.execute(['logs', id]);
    await this.execute(['rm', '-f', id]);
    return { code, log };
  }

  async remove(id: string): Promise<void> {
    await this.execute(['rm', '-f', '-t', '0', id]).catch(() => undefined);
  }

  async logOf(id: string): Promise<string> {
    return await this.execute(['logs', id]);
  }

  private async execute(args: readonly string[]): Promise<string> {
    return await execute(this.builder, [...this.program, ...args]);
  }
}

function argumentsOf({ image, settings = {}, volumes = [], command = [], folder }: Contained): string[] {
  const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const mounts = volumes.flatMap((volume) => ['--volume', volume]);
  const place = folder === undefined ? [] : ['--workdir', folder];
  return ['--network', 'host', ...LIMITS, ...CONTAINED, ...env, ...mounts, ...place, image, ...command];
}

/** Asks until it is answered with 200. @throws Error after two minutes */
export async function whenReady(url: string, evidence: () => Promise<string>): Promise<void> {
  for (const deadline = performance.now() + 120_000; ; await sleep(250)) {
    const status = await fetch(url).then(
      ({ status: code }) => code,
      () => 0,
    );
    if (status === 200) return;
    if (performance.now() > deadline) throw new Error(`${url} answers ${status}: ${await evidence()}`);
  }
}

/** A file of a secret that the image's account may read. */
export async function secretFile(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text, { mode: 0o644 });
  return path;
}
