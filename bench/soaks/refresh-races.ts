import { deepStrictEqual, notDeepStrictEqual } from 'node:assert';
import { AuthClient, type Session } from '@supabase/auth-js';
import { openBeside } from '../../test/server/beside.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { upTo } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { emailCounts } from '../../test/clients/mailbox.ts';
import type { Soak } from '../soak.ts';

const RACES_PER_USER = 20;
/** About as long as the server takes to answer. */
const HEAD_START_MS = 20;
const LOST_PERCENT = 10;
const PASSWORD = 'a murder of quiet crows';
/** rules/auth-wire 27: the direct parent of the active token is answered for a minute. */
const WINDOW_SECONDS = 60;

/**
 * `count` times two tabs of one browser renew the session at the same moment, each at a server of its own, one of them now and then without
 * hearing the answer: nobody is ever signed out. Then somebody who has copied a token comes with it after its window: the session ends.
 */
export const refreshRaces: Soak = {
  fullCount: 1_000,
  // Shorter than the margin in which auth-js renews, so that every look at the session is a renewal.
  settings: { AUTH_JWT_EXP_SECONDS: '60' },
  async run(shop, { count, seed }) {
    const random = new SeededRandom(seed);
    const beside = await openBeside(shop);
    const sites = [shop.siteUrl, beside.siteUrl] as const;
    const users = Math.ceil(count / RACES_PER_USER);
    let lost = 0;
    try {
      for (const user of upTo(users)) {
        const browser = await openBrowser(sites, `racer-${user}@example.com`, random);
        const stolen = browser.refreshToken();
        for (const _race of upTo(Math.min(RACES_PER_USER, count - user * RACES_PER_USER))) await browser.race();
        lost += browser.lostAnswers();
        await thiefComes(shop, browser, stolen);
      }
    } finally {
      await beside.close();
    }
    console.log(`${count} races of ${users} people, ${lost} answers lost: nobody signed out`);
    console.log(`${users} thieves after the window: ${users} sessions ended, their owners told`);
  },
};

interface Browser {
  readonly email: string;
  /** Both tabs renew at once, and then both are still somebody. */
  race(): Promise<void>;
  /** Whoever the server says the tabs are. */
  whoAreWe(): Promise<(string | undefined)[]>;
  /** The one that lies in the browser. */
  refreshToken(): string;
  lostAnswers(): number;
}

/** Two tabs share one storage and one person; each is the published client, unmodified. */
async function openBrowser(sites: readonly [string, string], email: string, random: SeededRandom): Promise<Browser> {
  const storage = sharedStorage();
  let lost = 0;
  let signedOut = 0;
  const unreliable: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!answer.url.includes('grant_type=refresh_token') || !random.chance(LOST_PERCENT)) return answer;
    lost += 1;
    await answer.arrayBuffer();
    throw new TypeError('fetch failed');
  };
  const tabs = sites.map((site) => {
    const url = `${site}/auth/v1`;
    const tab = new AuthClient({ url, storage, storageKey: email, autoRefreshToken: false, fetch: unreliable });
    tab.onAuthStateChange((event) => void (signedOut += event === 'SIGNED_OUT' ? 1 : 0));
    return tab;
  });
  const [first] = tabs;
  const { error } = (await first?.signUp({ email, password: PASSWORD })) ?? {};
  if (error) throw error;
  const refreshToken = () => (JSON.parse(storage.getItem(email) ?? '{}') as { refresh_token: string }).refresh_token;
  const whoAreWe = async () => await Promise.all(tabs.map(async (tab) => (await tab.getUser()).data.user?.email));
  return {
    email,
    whoAreWe,
    lostAnswers: () => lost,
    async race() {
      const before = refreshToken();
      const sessions = await Promise.all(tabs.map((tab) => renewAfter(random.roll() * HEAD_START_MS, tab)));
      for (const session of sessions) deepStrictEqual(session?.user.email, email);
      deepStrictEqual(await whoAreWe(), [email, email]);
      deepStrictEqual(signedOut, 0);
      notDeepStrictEqual(refreshToken(), before);
    },
    refreshToken,
  };
}

function sharedStorage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

async function renewAfter(milliseconds: number, tab: InstanceType<typeof AuthClient>): Promise<Session | null> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return (await tab.getSession()).data.session;
}

async function thiefComes(shop: Shop, browser: Browser, stolen: string): Promise<void> {
  shop.clock.advance(WINDOW_SECONDS + 1);
  const answer = await fetch(`${shop.siteUrl}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: stolen }),
  });
  const { error_code: code } = (await answer.json()) as { error_code?: string };
  deepStrictEqual([answer.status, code], [400, 'refresh_token_already_used']);
  deepStrictEqual(await browser.whoAreWe(), [undefined, undefined]);
  deepStrictEqual((await emailCounts(shop, browser))['session-ended'], 1);
  // The tabs go by the real time, and would find a server ahead of it no reason to renew anything.
  shop.clock.advance(-WINDOW_SECONDS - 1);
}
