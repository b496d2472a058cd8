import { deepStrictEqual, notDeepStrictEqual } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthClient } from '@supabase/auth-js';
import { emailCounts } from '../../test/clients/mailbox.ts';
import { upTo } from '../../test/load/in-parallel.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { openBeside } from '../../test/server/beside.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { sendJson, type Soak } from './soak.ts';

const RACES_PER_USER = 20;
const HEAD_START_MS = 20;
const LOST_PERCENT = 10;
const PASSWORD = 'a murder of quiet crows';
/** How long the active token's direct parent still works (rules/auth-wire 27). */
const WINDOW_SECONDS = 60;

export const refreshRaces: Soak = {
  name: 'refresh-races',
  proves: 'Two tabs that renew a session at once are never signed out; a copied refresh token ends its session',
  fullSize: 1_000,
  smallSize: 4,
  // Shorter than auth-js's renewal margin, so that every read of the session renews it.
  settings: { AUTH_JWT_EXP_SECONDS: '60' },
  async run(shop, { size, seed }) {
    const random = new SeededRandom(seed);
    const beside = await openBeside(shop);
    const users = Math.ceil(size / RACES_PER_USER);
    let lost = 0;
    try {
      for (const user of upTo(users)) {
        const browser = new Browser([shop.siteUrl, beside.siteUrl], `racer-${user}@example.com`, random);
        await browser.signUp();
        const stolen = browser.refreshToken();
        for (const _race of upTo(Math.min(RACES_PER_USER, size - user * RACES_PER_USER))) await browser.race();
        lost += browser.lostAnswers;
        await useStolenToken(shop, browser, stolen);
      }
    } finally {
      await beside.close();
    }
    return `${size} races of ${users} users, ${lost} answers lost, none signed out; ${users} copied tokens ended their sessions`;
  },
};

/** Two tabs with one storage; each runs the published client against its own server. */
class Browser {
  lostAnswers = 0;
  readonly #stored = new Map<string, string>();
  readonly #tabs;
  #signedOut = 0;

  constructor(
    sites: readonly string[],
    readonly email: string,
    private readonly random: SeededRandom,
  ) {
    const storage = {
      getItem: (key: string) => this.#stored.get(key) ?? null,
      setItem: (key: string, value: string) => void this.#stored.set(key, value),
      removeItem: (key: string) => void this.#stored.delete(key),
    };
    const options = { storage, storageKey: email, autoRefreshToken: false, fetch: this.#unreliableFetch };
    this.#tabs = sites.map((site) => new AuthClient({ url: `${site}/auth/v1`, ...options }));
    for (const tab of this.#tabs) {
      tab.onAuthStateChange((event) => void (this.#signedOut += event === 'SIGNED_OUT' ? 1 : 0));
    }
  }

  readonly #unreliableFetch: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!answer.url.includes('grant_type=refresh_token') || !this.random.chance(LOST_PERCENT)) return answer;
    this.lostAnswers += 1;
    await answer.arrayBuffer();
    throw new TypeError('fetch failed');
  };

  async signUp(): Promise<void> {
    const { error } = (await this.#tabs[0]?.signUp({ email: this.email, password: PASSWORD })) ?? {};
    if (error) throw error;
  }

  refreshToken(): string {
    return (JSON.parse(this.#stored.get(this.email) ?? '{}') as { refresh_token: string }).refresh_token;
  }

  async race(): Promise<void> {
    const before = this.refreshToken();
    const renewals = this.#tabs.map(async (tab) => {
      await sleep(this.random.roll() * HEAD_START_MS);
      return (await tab.getSession()).data.session?.user.email;
    });
    deepStrictEqual(await Promise.all(renewals), [this.email, this.email]);
    deepStrictEqual(await this.signedInAs(), [this.email, this.email]);
    deepStrictEqual(this.#signedOut, 0);
    notDeepStrictEqual(this.refreshToken(), before);
  }

  async signedInAs(): Promise<(string | undefined)[]> {
    return await Promise.all(this.#tabs.map(async (tab) => (await tab.getUser()).data.user?.email));
  }
}

async function useStolenToken(shop: Shop, browser: Browser, stolen: string): Promise<void> {
  shop.clock.advance(WINDOW_SECONDS + 1);
  const answer = await sendJson(`${shop.siteUrl}/auth/v1/token?grant_type=refresh_token`, { refresh_token: stolen });
  const { error_code: code } = (await answer.json()) as { error_code?: string };
  deepStrictEqual([answer.status, code], [400, 'refresh_token_already_used']);
  deepStrictEqual(await browser.signedInAs(), [undefined, undefined]);
  deepStrictEqual((await emailCounts(shop, browser))['session-ended'], 1);
  // The tabs use real time; a server clock ahead would keep them from renewing.
  shop.clock.advance(-WINDOW_SECONDS - 1);
}
