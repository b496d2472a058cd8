import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { TypesettingError } from './errors.ts';
import type { Made, Orders } from './orders.ts';

/** One at a time: two would hold twice the memory, and the machine has few cores. */
const oneAtATime = pLimit(1);
const LONGEST_MS = 10 * 60_000;

/**
 * Sets letters in a process of its own, so that this one neither waits for the compiler nor holds its memory.
 * @returns one thing for each order, in their order
 * @throws TypesettingError
 */
export async function typeset(orders: Orders): Promise<Made[]> {
  return await oneAtATime(() => runChild(orders));
}

function runChild(orders: Orders): Promise<Made[]> {
  const { path, execArgv } = program();
  // It needs no secret of the server's environment.
  const child = fork(path, { serialization: 'advanced', execArgv, timeout: LONGEST_MS, env: {} });
  const made: Made[] = [];
  return new Promise((resolve, reject) => {
    child.on('message', (message: { made?: Made; failed?: string }) => {
      if (message.made !== undefined) made.push(revive(message.made));
      if (message.failed !== undefined) reject(new TypesettingError(message.failed));
      // Node drops answers of a child that has hung up, so this side does it, once it has read them all.
      if (message.failed !== undefined || made.length === orders.orders.length) child.disconnect();
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (made.length === orders.orders.length) resolve(made);
      else reject(new TypesettingError(`The typesetting process ended with ${code ?? signal}.`));
    });
    child.send(orders);
  });
}

/** What crosses between processes arrives as plain bytes. */
function revive(made: Made): Made {
  if (made instanceof Uint8Array) return Buffer.from(made);
  if ('pictures' in made) return { ...made, pictures: made.pictures.map((picture) => Buffer.from(picture)) };
  const { master, stuffing } = made;
  return { master: { ...master, pdf: Buffer.from(master.pdf) }, stuffing: Buffer.from(stuffing) };
}

/** Beside this file as a source; a program of its own in the build. */
function program(): { path: string; execArgv: string[] } {
  const source = join(import.meta.dirname, 'child.ts');
  if (existsSync(source)) return { path: source, execArgv: ['--import', 'tsx'] };
  return { path: join(import.meta.dirname, '../server/typeset.js'), execArgv: [] };
}
