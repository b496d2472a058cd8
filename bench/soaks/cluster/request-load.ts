import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getAccount } from '../../../src/contract/account.ts';
import type { Shopper } from '../../../test/clients/shopper.ts';
import { type Answer, ask, isRefusal } from './ask.ts';

const PAGES = ['/', '/terms', '/privacy', '/support', '/signin', '/signup'];
const TICK_MS = 20;
/** So long a page is waited for at one balancer, and then at the other. */
const PAGE_WITHIN_MS = [4_000, 10_000] as const;
const ANSWER_WITHIN_MS = 30_000;

/** Where a balancer listens. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

const NOWHERE: Place = { host: '127.0.0.1', port: 0 };

export interface Failure {
  readonly at: number;
  readonly path: string;
  readonly what: string;
}

export interface Tally {
  asked: number;
  /** 503 with words. */
  refused: number;
  /** Broken connections to one balancer, after which the other one was asked. */
  askedAgain: number;
}

/** Pages and accounts asked for at a steady rate, however the answers are. */
export class RequestLoad {
  readonly pages: Tally = { asked: 0, refused: 0, askedAgain: 0 };
  readonly accounts: Tally = { asked: 0, refused: 0, askedAgain: 0 };
  readonly pageFailures: Failure[] = [];
  readonly accountFailures: Failure[] = [];
  readonly #agent: Agent | false;
  readonly #places: readonly Place[];
  readonly #subscribers: readonly Shopper[];
  readonly #open = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  #turn = 0;
  #isOver = false;

  /** @param reusesConnections false asks over a connection of its own each time */
  constructor(places: readonly Place[], subscribers: readonly Shopper[], perSecond: number, reusesConnections = true) {
    this.#agent = reusesConnections && new Agent({ keepAlive: true });
    this.#places = places;
    this.#subscribers = subscribers;
    this.#running = this.#ask(perSecond);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    await Promise.all(this.#open);
    if (this.#agent) this.#agent.destroy();
  }

  /** To be subtracted from later ones. */
  get counts() {
    return {
      asked: this.pages.asked + this.accounts.asked,
      failed: this.pageFailures.length + this.accountFailures.length + this.pages.refused + this.accounts.refused,
      askedAgain: this.pages.askedAgain,
    };
  }

  async #ask(perSecond: number): Promise<void> {
    const began = performance.now();
    for (let sent = 0; !this.#isOver; await sleep(TICK_MS)) {
      const due = ((performance.now() - began) / 1_000) * perSecond;
      for (; sent < due; sent++) this.#send();
    }
  }

  /** Every fifth request reads an account. */
  #send(): void {
    this.#turn += 1;
    const subscriber = this.#subscribers[this.#turn % this.#subscribers.length];
    const work = this.#turn % 5 === 0 && subscriber !== undefined ? this.#readAccount(subscriber) : this.#openPage();
    this.#open.add(work);
    void work.finally(() => this.#open.delete(work));
  }

  async #openPage(): Promise<void> {
    const path = PAGES[this.#turn % PAGES.length] ?? '/';
    const [first, second] = this.#inTurn();
    this.pages.asked += 1;
    const question = { path, agent: this.#agent };
    const [soon, late] = PAGE_WITHIN_MS;
    const askLast = async (place: Place, withinMs: number) => {
      const answer = ask({ ...question, ...place, withinMs }).then((each) => this.#judgePage(path, each));
      await answer.catch((error: unknown) => this.#fail(this.pageFailures, path, String(error)));
    };
    if (second === first) return await askLast(first, ANSWER_WITHIN_MS);
    try {
      this.#judgePage(path, await ask({ ...question, ...first, withinMs: soon }));
    } catch {
      // As a browser does with a name of two addresses.
      this.pages.askedAgain += 1;
      await askLast(second, late);
    }
  }

  #judgePage(path: string, { status, text }: Answer): void {
    if (status !== 200 || text === '') this.#fail(this.pageFailures, path, `${status} ${text.slice(0, 200)}`);
  }

  async #readAccount({ accessToken }: Shopper): Promise<void> {
    const { path } = getAccount;
    this.accounts.asked += 1;
    const headers = { authorization: `Bearer ${accessToken}` };
    const question = { ...this.#inTurn()[0], path, headers, agent: this.#agent, withinMs: ANSWER_WITHIN_MS };
    try {
      const answer = await ask(question);
      if (isRefusal(answer)) this.accounts.refused += 1;
      else if (answer.status !== 200) {
        this.#fail(this.accountFailures, path, `${answer.status} ${answer.text.slice(0, 200)}`);
      }
    } catch (error) {
      this.#fail(this.accountFailures, path, String(error));
    }
  }

  #inTurn(): [Place, Place] {
    const [one = NOWHERE, other = one] = this.#places;
    return this.#turn % 2 === 0 ? [one, other] : [other, one];
  }

  #fail(failures: Failure[], path: string, what: string): void {
    failures.push({ at: performance.now(), path, what });
  }
}
