import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openShop, sdk, subscribe } from './testing.ts';

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function startProcess(folder: string): Promise<{ child: ChildProcess; port: number }> {
  const main = join(import.meta.dirname, '../main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main, 'stripe', '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { ready, url } = JSON.parse(line) as { ready: boolean; url: string };
  expect(ready).toBe(true);
  return { child, port: Number(new URL(url).port) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}

describe('the sandbox as a process of its own', () => {
  it('knows after kill -9 everything it ever answered', async () => {
    const folder = await dataFolder();
    const first = await startProcess(folder);
    const stripe = sdk(first);
    const { customer, monthly } = await openShop(stripe);
    const active = await subscribe(stripe, customer, monthly);
    const answered: string[] = [];
    const flood = Promise.allSettled(
      Array.from({ length: 200 }, async (_, index) => {
        const { id } = await stripe.customers.create({ name: `Reader ${index}` });
        answered.push(id);
        if (answered.length === 100) await end(first.child, 'SIGKILL');
      }),
    );
    await flood;

    const second = await startProcess(folder);
    const again = sdk(second);
    expect(await again.subscriptions.retrieve(active.id)).toEqual(active);
    const known: string[] = [];
    for await (const { id } of again.customers.list({ limit: 100 })) known.push(id);
    expect(known).toEqual(expect.arrayContaining(answered));
    expect(await end(second.child, 'SIGTERM')).toBe(0);
  });

  it('never writes down a card number', async () => {
    const folder = await dataFolder();
    const { child, port } = await startProcess(folder);
    const card = { number: '4242424242424242', exp_month: 12, exp_year: new Date().getUTCFullYear() + 3, cvc: '737' };
    await sdk({ port }).paymentMethods.create({ type: 'card', card });
    await end(child, 'SIGTERM');
    const journal = await readFile(join(folder, 'stripe.journal'), 'utf8');
    expect(journal).toContain('"last4":"4242"');
    expect(journal).not.toContain(card.number);
    expect(journal).not.toContain('737');
  });
});
