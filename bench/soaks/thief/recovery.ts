import { isDeepStrictEqual } from 'node:util';
import { API } from '../../../src/contract/api.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { PASSWORD } from '../../../test/clients/shopper.ts';
import { codeOf, type Owner, type OwnersFactor } from './owners.ts';
import {
  type Answer,
  ask,
  linksIn,
  mailboxOf,
  sessionIn,
  type Stage,
  type StolenSession,
  whileClockStands,
} from './stage.ts';

/** An authenticator shows a new code after each step. */
const TOTP_STEP_SECONDS = 30;

/** What an owner has to find again. */
export interface Belongings {
  readonly email: unknown;
  readonly waysIn: readonly string[];
  readonly factors: readonly string[];
  readonly subscriptions: readonly string[];
}

/** An owner with password, mailbox and authenticator, who looks at the mailbox and takes everything back. */
export class Return {
  readonly #stage: Stage;
  readonly #owner: Owner;
  /** Emails from before the theft. */
  readonly #old: ReadonlySet<string>;

  constructor(stage: Stage, owner: Owner, old: ReadonlySet<string>) {
    this.#stage = stage;
    this.#owner = owner;
    this.#old = old;
  }

  /** @throws Error that says what is lost */
  async takeBack(before: Belongings, stolen: readonly StolenSession[]): Promise<void> {
    await this.#undo();
    const session = await this.#signIn();
    await this.#call(session, 'POST', '/auth/v1/logout?scope=others');
    await this.#resume(session, before);
    const now = await belongingsOf(this.#stage, session.access);
    if (!isDeepStrictEqual(now, before)) {
      throw new Error(`The owner found ${JSON.stringify(now)} instead of ${JSON.stringify(before)}.`);
    }
    for (const each of stolen) await this.#refused(each);
  }

  /** Oldest notice first: its link reverts all later changes too. */
  async #undo(): Promise<void> {
    for (const email of (await mailboxOf(this.#stage, this.#owner.user.email)).toReversed()) {
      const { undo } = linksIn(email);
      if (undo === undefined || this.#old.has(email.id)) continue;
      const { status, text } = await this.#ask('POST', '/api/undo', { token: undo });
      if (status !== 200) throw new Error(`A link that undoes was answered ${status}: ${text}`);
    }
  }

  async #signIn(): Promise<StolenSession> {
    const { email } = this.#owner.user;
    const credentials = { email, password: PASSWORD };
    const path = '/auth/v1/token?grant_type=password';
    const first = sessionIn(await this.#ask('POST', path, credentials));
    if (first !== null) return await this.#secondStep(first);
    const recovered = await this.#secondStep(await this.#recover());
    const changed = await this.#call(recovered, 'PUT', '/auth/v1/user', { password: PASSWORD });
    if (changed.status !== 200) throw new Error(`The owner could set no password: ${changed.text}`);
    return recovered;
  }

  async #recover(): Promise<StolenSession> {
    const { email } = this.#owner.user;
    await this.#ask('POST', '/auth/v1/recover', { email });
    const newest = (await mailboxOf(this.#stage, email))
      .map(linksIn)
      .find(({ verify }) => verify !== undefined)?.verify;
    const opened = newest && (await this.#ask('GET', newest.pathname + newest.search));
    const session = opened && sessionIn(opened);
    if (!session) throw new Error(`The owner’s recovery link opened no session: ${opened?.location ?? 'no link'}`);
    return session;
  }

  async #secondStep(session: StolenSession): Promise<StolenSession> {
    const { factor } = this.#owner;
    if (factor === null) return session;
    return await whileClockStands(() => this.#passBy(factor, session));
  }

  async #passBy({ id, secret }: OwnersFactor, session: StolenSession): Promise<StolenSession> {
    this.#stage.shop.clock.advance(TOTP_STEP_SECONDS);
    const { json, text } = await this.#call(session, 'POST', `/auth/v1/factors/${id}/challenge`, {});
    const answer = { challenge_id: json?.['id'], code: codeOf(this.#stage.shop, secret) };
    const passed = await this.#call(session, 'POST', `/auth/v1/factors/${id}/verify`, answer);
    const raised = sessionIn(passed);
    if (raised === null) throw new Error(`The owner’s authenticator was refused: ${text} ${passed.text}`);
    return raised;
  }

  async #resume(session: StolenSession, before: Belongings): Promise<void> {
    if (before.subscriptions.length === 0) return;
    const { subscriptions } = await accountOf(this.#stage, session.access);
    for (const { id, status } of subscriptions) {
      if (before.subscriptions.includes(lineOf({ id, status }))) continue;
      await this.#call(session, 'POST', API.resumeSubscription.path.replace(':id', id));
    }
  }

  async #refused({ access, refresh }: StolenSession): Promise<void> {
    const read = await this.#call({ access, refresh }, 'GET', '/auth/v1/user');
    const account = await this.#call({ access, refresh }, 'GET', API.getSecurity.path);
    const renewed = await this.#ask('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: refresh });
    const statuses = [read.status, account.status, renewed.status];
    if (statuses.some((status) => status < 400)) {
      throw new Error(`What the thief holds still works after the owner’s return: ${statuses.join(', ')}.`);
    }
  }

  async #call({ access }: StolenSession, method: string, path: string, body: unknown = null): Promise<Answer> {
    return await ask(this.#stage.server.siteUrl + path, {
      method,
      body,
      headers: { authorization: `Bearer ${access}` },
    });
  }

  async #ask(method: string, path: string, body: unknown = null): Promise<Answer> {
    return await ask(this.#stage.server.siteUrl + path, { method, body });
  }
}

export async function belongingsOf(stage: Stage, access: string): Promise<Belongings> {
  const headers = { authorization: `Bearer ${access}` };
  const user = (await ask(`${stage.server.siteUrl}/auth/v1/user`, { headers })).json ?? {};
  const identities = (user['identities'] ?? []) as { provider: string; id: string }[];
  const factors = (user['factors'] ?? []) as { id: string; status: string }[];
  return {
    email: user['email'],
    waysIn: identities.map(({ provider, id }) => `${provider} ${id}`).toSorted(),
    factors: factors.filter(({ status }) => status === 'verified').map(({ id }) => id),
    subscriptions: (await accountOf(stage, access)).subscriptions.map(lineOf),
  };
}

function lineOf({ id, status }: { readonly id: string; readonly status: string }): string {
  return `${id} ${status}`;
}

async function accountOf(stage: Stage, access: string) {
  const { path, reply }: Endpoint = API.getAccount;
  const { status, text } = await ask(stage.server.siteUrl + path, { headers: { authorization: `Bearer ${access}` } });
  if (status !== 200) throw new Error(`The owner cannot read the account: ${text}`);
  return reply.parse(JSON.parse(text)) as { subscriptions: { id: string; status: string }[] };
}
