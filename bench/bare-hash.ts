import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from '../src/server/identity/passwords/passwords.ts';
import { upTo } from '../test/load/in-parallel.ts';

/** Prints how many verifications of one password a second allows, without request or database. */
const seconds = Number(process.argv[2]);
const password = randomBytes(9).toString('base64');
const stored = await hashPassword(password);

const before = process.cpuUsage();
const began = performance.now();
let compared = 0;
await Promise.all(upTo(2 * availableParallelism()).map(compareOn));
const { user, system } = process.cpuUsage(before);
const perSecond = (1000 * compared) / (performance.now() - began);
console.log(JSON.stringify({ perSecond, cpuEach: (user + system) / compared }));

async function compareOn(): Promise<void> {
  while (performance.now() - began < 1000 * seconds) {
    if (!(await verifyPassword(stored, password))) throw new Error('The right password was refused.');
    compared++;
  }
}
