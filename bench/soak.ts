import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { openShop } from '../test/server/open-shop.ts';
import { scratchDatabase } from '../test/server/scratch-database.ts';
import { SOAKS } from './soaks/registry.ts';
import { secondsSince, shopOptionsOf, type Soak } from './soaks/soak.ts';

// `npm run soak -- NAME [--seed N] [--count N]` runs one soak, at full size unless a count is given.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1957' }, count: { type: 'string' } },
});
const soak = SOAKS.find(({ name }) => name === positionals[0]);
if (soak === undefined) {
  console.error(`Say which soak to run: ${SOAKS.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 2;
} else {
  await runInShop(soak, Number(values.count ?? soak.fullSize), Number(values.seed));
}

async function runInShop(soak: Soak, size: number, seed: number): Promise<void> {
  const database = await scratchDatabase();
  const shop = await openShop(database.url, shopOptionsOf(soak));
  const began = performance.now();
  let result = 'fails';
  try {
    result = await soak.run(shop, { size, seed, report: console.log });
  } catch (error) {
    console.error(error);
    console.error(shop.log.slice(-20).join(''));
    process.exitCode = 1;
  } finally {
    await shop.close();
    await database.stop();
  }
  console.log(proofRow(soak, `${size}, seed ${seed}, ${secondsSince(began)}, ${commit()}: ${result}`));
}

/** A row of the table in docs/proofs.md. */
function proofRow({ name, proves }: Soak, lastRun: string): string {
  return `| ${proves} | soak \`${name}\` | ${lastRun} |`;
}

function commit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
}
