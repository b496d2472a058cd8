import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where `npm run nodes` puts other versions of Node. */
const OWN = 'node_modules/.cache/nodes';
const NVM = join(process.env['NVM_DIR'] ?? join(homedir(), '.nvm'), 'versions', 'node');

/** Programs by major version: the Node that runs this, and 22 and 24 where they can be had. */
export function nodeVersions(): [version: string, program: string][] {
  const others = ['22', '24'].flatMap((major) => {
    const program = programsOf(major).find((path) => existsSync(path));
    return program === undefined ? [] : [[major, program] as [string, string]];
  });
  const [own = ''] = process.versions.node.split('.');
  return [[own, process.execPath], ...others.filter(([major]) => major !== own)];
}

function programsOf(major: string): string[] {
  const named = process.env[`NODE_${major}`];
  const fromNvm = namesIn(NVM).filter((name) => name.startsWith(`v${major}.`));
  const installed = `node-${process.platform}-${process.arch}`;
  return [
    ...(named ? [named] : []),
    join(OWN, major, 'node_modules', installed, 'bin', 'node'),
    ...fromNvm.map((name) => join(NVM, name, 'bin', 'node')),
  ];
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
