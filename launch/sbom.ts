import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const SPEC_VERSION = '1.6';

interface Bom {
  readonly metadata: { readonly component: object };
}

/** A bill of materials of everything in package-lock.json, in CycloneDX 1.6, which has all fields of npm's 1.5. */
export async function billOfMaterials(name: string): Promise<string> {
  const npm = process.env['npm_execpath'];
  const [command, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--include=dev'];
  const { stdout } = await promisify(execFile)(command, [...first, ...args], { maxBuffer: 2 ** 26 });
  const bom = JSON.parse(stdout) as Bom;
  // npm gives our own component the name of the folder.
  const metadata = { ...bom.metadata, component: { ...bom.metadata.component, type: 'application', name } };
  const $schema = `http://cyclonedx.org/schema/bom-${SPEC_VERSION}.schema.json`;
  return JSON.stringify({ ...bom, $schema, specVersion: SPEC_VERSION, metadata });
}
