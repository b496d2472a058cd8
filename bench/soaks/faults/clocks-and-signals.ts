import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, FaultyShop, GivenShop } from './fault.ts';

const DAY = 24 * 3_600;
const AHEAD_SECONDS = 60 * DAY;
const BACK_SECONDS = -3_600;
const BACK_FOR_MS = 3_000;
const SUSPENDED_MS = 6_000;
const RENEWED_WITHIN_MS = 5_000;

export const clockAhead: Fault<GivenShop> = {
  name: 'the clock jumps two months ahead, and back',
  async happen({ siteUrl, clock }) {
    const today = await frontPage(siteUrl);
    clock.shift(AHEAD_SECONDS);
    const later = await renewed(siteUrl, (html) => html !== today);
    clock.shift(0);
    await renewed(siteUrl, (html) => html === today && html !== later);
  },
};

export const clockBack: Fault<GivenShop> = {
  name: 'the clock jumps back by an hour, and ahead again',
  async happen({ clock }) {
    clock.shift(BACK_SECONDS);
    await sleep(BACK_FOR_MS);
    clock.shift(0);
  },
};

export const suspended: Fault<FaultyShop> = {
  name: 'the server stands still for 6 s',
  unavailable: (shop) => (shop.serverPid() === 0 ? 'The server’s process is not known here.' : null),
  async happen(shop) {
    const pid = shop.serverPid();
    process.kill(pid, 'SIGSTOP');
    await sleep(SUSPENDED_MS);
    process.kill(pid, 'SIGCONT');
  },
};

export const restarted: Fault<GivenShop> = {
  name: 'SIGTERM, and another server',
  async happen(shop) {
    const code = await shop.restartServer();
    if (code !== 0) throw new Error(`The server ended with ${code}.`);
  },
};

async function frontPage(siteUrl: string): Promise<string> {
  return await (await fetch(`${siteUrl}/`)).text();
}

/** @throws Error unless the front page is so within five seconds */
async function renewed(siteUrl: string, isSo: (html: string) => boolean): Promise<string> {
  const deadline = performance.now() + RENEWED_WITHIN_MS;
  for (;;) {
    const html = await frontPage(siteUrl);
    if (isSo(html)) return html;
    if (performance.now() > deadline) throw new Error('The front page has kept its dates for five seconds.');
    await sleep(100);
  }
}
