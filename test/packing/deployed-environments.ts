import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const ROOT = join(import.meta.dirname, '../..');
export const DEPLOY = join(ROOT, 'deploy');

/** The environment of one process, as a file of `deploy` gives it, with the secrets that it finds in files. */
export interface DeployedEnvironment {
  readonly place: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** By name without `_FILE`: whether the deployment puts a file at that path. */
  readonly secretFiles: Readonly<Record<string, boolean>>;
}

export function deployedEnvironments(): DeployedEnvironment[] {
  return [...composed(), ...units(), ...pods()];
}

export interface ComposedService {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly secrets?: readonly string[];
  readonly stop_grace_period?: string;
  readonly image?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, ComposedService>>;
  readonly secrets: Readonly<Record<string, { file: string }>>;
  readonly networks: { front: { ipam: { config: { subnet: string }[] } } };
}

export function readCompose(): Compose {
  return parse(textOf('compose/compose.yaml'), { merge: true }) as Compose;
}

/** What the image sets; compose and Kubernetes add to it. */
export function imageEnvironment(): Record<string, string> {
  const [, last = ''] = textOf('Containerfile').split(/^FROM .+(?<!build)$/m);
  const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(last) ?? [];
  return Object.fromEntries([...block.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
}

function composed(): DeployedEnvironment[] {
  const { services, secrets } = readCompose();
  return Object.entries(services)
    .filter(([, { env_file }]) => env_file !== undefined)
    .map(([place, { command, environment = {}, secrets: mounted = [] }]) => {
      const env = { ...imageEnvironment(), ...readEnvFile('compose/club.env'), ...environment };
      const isMounted = (path: string) => {
        const name = path.replace('/run/secrets/', '');
        return mounted.includes(name) && secrets[name]?.file === `./secrets/${name}`;
      };
      return asDeployed(`compose ${place}`, command?.at(-1) ?? imageProgram(), env, isMounted);
    });
}

function imageProgram(): string {
  return /^CMD \["node", "(.+)"\]$/m.exec(textOf('Containerfile'))?.[1] ?? '';
}

export interface Unit {
  readonly name: string;
  readonly settings: readonly (readonly [name: string, value: string])[];
}

export function readUnits(): Unit[] {
  return readdirSync(join(DEPLOY, 'systemd'))
    .filter((file) => file.endsWith('.service'))
    .map((name) => {
      const lines = textOf(`systemd/${name}`).matchAll(/^([A-Za-z]+)=(.*)$/gm);
      return { name, settings: [...lines].map(([, setting = '', value = '']) => [setting, value] as const) };
    });
}

export function valuesOf({ settings }: Unit, wanted: string): string[] {
  return settings.filter(([name]) => name === wanted).map(([, value]) => value);
}

function units(): DeployedEnvironment[] {
  return readUnits().map((unit) => {
    const own = valuesOf(unit, 'Environment').flatMap((line) => line.split(' '));
    const pairs = own.map((pair) => pair.replace('%i', '3001').split('=') as [string, string]);
    const credentials = valuesOf(unit, 'LoadCredential').map((line) => line.split(':'));
    const isLoaded = (path: string) =>
      credentials.some(([name, from]) => path === `%d/${name}` && from === `/etc/club/secrets/${name}`);
    const env = { ...readEnvFile('systemd/club.env'), ...Object.fromEntries(pairs) };
    return asDeployed(unit.name, valuesOf(unit, 'ExecStart')[0]?.split(' ').at(-1) ?? '', env, isLoaded);
  });
}

export interface Pod {
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly Container[];
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly command?: readonly string[];
  readonly env?: readonly { name: string; value: string }[];
  readonly envFrom: readonly { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  readonly ports?: readonly { name: string; containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
}

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly template: { readonly metadata: { readonly labels: Readonly<Record<string, string>> }; readonly spec: Pod };
  };
}

export function readManifests(): Manifest[] {
  const files = readdirSync(join(DEPLOY, 'kubernetes')).filter((file) => file !== 'kustomization.yaml');
  return files.flatMap((file) =>
    parseAllDocuments(textOf(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
  );
}

function pods(): DeployedEnvironment[] {
  const manifests = readManifests();
  const named = (kind: string, name: string | undefined) =>
    manifests.find((each) => each.kind === kind && each.metadata.name === name);
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .flatMap(({ metadata, spec }) => spec.template.spec.containers.map((container) => ({ ...container, ...metadata })))
    .map(({ name, command, env = [], envFrom }) => {
      const taken = envFrom.flatMap(({ configMapRef, secretRef }) => [
        named('ConfigMap', configMapRef?.name)?.data ?? {},
        named('Secret', secretRef?.name)?.stringData ?? {},
      ]);
      const own = Object.fromEntries(env.map((each) => [each.name, each.value]));
      const all = Object.assign({}, imageEnvironment(), ...taken, own) as Record<string, string>;
      return asDeployed(`Kubernetes ${name}`, command?.at(-1) ?? imageProgram(), all, () => false);
    });
}

export function textOf(path: string): string {
  return readFileSync(join(DEPLOY, path), 'utf8');
}

/** Like Docker and systemd, which remove quotes around values. */
export function readEnvFile(path: string): Record<string, string> {
  const lines = textOf(path).matchAll(/^([A-Z][A-Z0-9_]*)=(?:"(.*)"|(.*))$/gm);
  return Object.fromEntries([...lines].map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']));
}

function asDeployed(
  place: string,
  program: string,
  env: Readonly<Record<string, string>>,
  isPlaced: (path: string) => boolean,
): DeployedEnvironment {
  const files = Object.entries(env).filter(([name]) => name.endsWith('_FILE'));
  const secretFiles = files.map(([name, path]) => [name.slice(0, -'_FILE'.length), isPlaced(path)]);
  return { place, program, env, secretFiles: Object.fromEntries(secretFiles) as Record<string, boolean> };
}
