import { randomUUID } from 'node:crypto';
import { openSession } from '../../../src/server/identity/session/open-session.ts';
import { DEMO_OPERATOR_SECRET, DEMO_PASSWORD } from '../../../src/server/operator/demonstration/demo-users.ts';
import { GOOD_CARD } from '../../../test/clients/payer.ts';
import type { StolenCall } from './calls.ts';
import { codeOf, type Owner } from './owners.ts';
import {
  type Answer,
  ask,
  linksIn,
  mailboxOf,
  sessionIn,
  type Stage,
  type StolenSession,
  subjectOf,
  whileClockStands,
} from './stage.ts';
import type { Age, Realm, Thing } from './things.ts';

const TOO_LONG_SECONDS = 601;
const GUESS = 'never-the-right-one';
const THIEFS_PASSWORD = 'a-crow-in-other-feathers-1926';
const DEMO_OPERATOR = 'operator@deadletter.example';
const THIEFS_CLIENT = { ip: '127.0.0.1', userAgent: null, asksNotToBeCounted: false };
const CODE_CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

export interface Theft {
  readonly stage: Stage;
  readonly owner: Owner;
  readonly subject: Owner;
  readonly thing: Thing;
  readonly age: Age;
  /** Texts of users who have nothing to do with it. */
  readonly bystanders: readonly string[];
}

/** Holds one stolen thing of an owner, and remembers the answers to its calls. */
export class Intruder {
  readonly #stage: Stage;
  readonly #owner: Owner;
  readonly #thing: Thing;
  readonly #age: Age;
  /** The owner whom console calls affect. */
  readonly #subject: Owner;
  readonly #bystanders: readonly string[];
  /** The owner's sessions that the thief has got, newest last. */
  readonly sessions: StolenSession[] = [];
  readonly read = new Set<Realm>();
  readonly #cookies = new Map<string, string>();
  readonly #email = `thief-${randomUUID()}@example.com`;
  readonly #known: Record<string, unknown> = {};
  readonly #usedEmails = new Set<string>();
  /** The secret of the thief's new authenticator. */
  #secret: string | null = null;

  private constructor({ stage, owner, subject, thing, age, bystanders }: Theft) {
    this.#stage = stage;
    this.#owner = owner;
    this.#subject = subject;
    this.#thing = thing;
    this.#age = age;
    this.#bystanders = bystanders;
  }

  static async steal(theft: Theft): Promise<Intruder> {
    const intruder = new Intruder(theft);
    await TAKING[theft.thing](intruder);
    return intruder;
  }

  /** Opens a session of the owner that is as old as `#age` requires. */
  async takeSession(): Promise<void> {
    const { ctx } = this.#stage.server;
    const { user, factor } = this.#owner;
    const began = ctx.clock.now().getTime() - (this.#age === 'outside' ? TOO_LONG_SECONDS * 1000 : 0);
    const then = { ...ctx, clock: { now: () => new Date(began) } };
    const session = await openSession(then, ctx.db, {
      userId: user.userId,
      method: 'password',
      client: THIEFS_CLIENT,
      event: { action: 'login', detail: {} },
      secondFactor: this.#thing.startsWith('mailbox') ? null : (factor?.id ?? null),
    });
    this.sessions.push({ access: session.accessToken, refresh: session.refreshToken });
  }

  /** Uses a recovery link while the mailbox is open; afterwards only the session that it opened remains. */
  async takeMailbox(): Promise<void> {
    if (this.#age === 'outside') return await this.takeSession();
    const { siteUrl } = this.#stage.server;
    await ask(`${siteUrl}/auth/v1/recover`, { method: 'POST', body: { email: this.#owner.user.email } });
    const [newest] = await mailboxOf(this.#stage, this.#owner.user.email);
    const link = newest && linksIn(newest).verify;
    if (link === undefined) throw new Error('The owner was sent no recovery link.');
    this.#usedEmails.add(newest?.id ?? '');
    this.#remember(await ask(siteUrl + link.pathname + link.search));
    if (this.sessions.length === 0) throw new Error('A recovery link opened no session.');
  }

  async takeRefreshToken(): Promise<void> {
    await this.takeSession();
    const [{ refresh } = { refresh: '' }] = this.sessions;
    const url = `${this.#stage.server.siteUrl}/auth/v1/token?grant_type=refresh_token`;
    this.#remember(await ask(url, { method: 'POST', body: { refresh_token: refresh } }));
    this.sessions.shift();
    if (this.sessions.length === 0) throw new Error('The stolen refresh token was refused.');
  }

  takeCookie(cookie: string): void {
    const [name = '', value = ''] = cookie.split('=', 2);
    this.#cookies.set(name, value);
  }

  takeCode(code: string): void {
    Object.assign(this.#known, { code, nonce: code });
  }

  takeTotpCode(): void {
    this.takeCode(codeOf(this.#stage.shop, this.#owner.factor?.secret ?? ''));
  }

  takeRecoveryCode(): void {
    this.takeCode(this.#owner.factor?.recoveryCodes[0] ?? '');
  }

  takeDevice(): void {
    this.takeCookie(this.#owner.device);
  }

  takeDemonstration(): void {
    this.takeCode(codeOf(this.#stage.shop, DEMO_OPERATOR_SECRET));
    Object.assign(this.#known, { email: DEMO_OPERATOR, password: DEMO_PASSWORD });
  }

  /** @returns the answer's status */
  async make(call: StolenCall): Promise<number> {
    return await (call.path.endsWith('/verify') ? whileClockStands(() => this.#make(call)) : this.#make(call));
  }

  async #make(call: StolenCall): Promise<number> {
    const fields = await this.#fields(call);
    const { query, body } = call.fill(fields);
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(this.#param(call, name, fields)),
    );
    const answer = await this.#send(call, path + query, body);
    if (answer.status >= 500)
      throw new Error(`${call.name} was answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    this.#look(call, answer);
    this.#remember(answer);
    await this.#followUp(call, answer, body);
    return answer.status;
  }

  async #send(
    { method, isStream }: Pick<StolenCall, 'method' | 'isStream'>,
    path: string,
    body: unknown,
  ): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const token = this.sessions.at(-1)?.access;
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== '' && { cookie }),
    };
    const answer = await ask(this.#stage.server.siteUrl + path, { method, headers, body, isStream });
    for (const line of answer.cookies) this.takeCookie(line.split(';')[0] ?? '');
    return answer;
  }

  /** The values that the thief can use: the owner's ids, which are not secret, and earlier answers. */
  async #fields({ name, path }: StolenCall): Promise<Record<string, unknown>> {
    const { user, ids } = this.#owner;
    const about = /verify|undo|nonce|reauthenticate|\/user|delete/.test(name) ? await this.#mailed(path) : {};
    return {
      email: user.email,
      to: user.email,
      newEmail: this.#email,
      password: path.endsWith('/token') || path.endsWith('/signup') ? GUESS : undefined,
      newPassword: THIEFS_PASSWORD,
      data: { full_name: 'Not The Owner' },
      code_challenge: CODE_CHALLENGE,
      code_challenge_method: 's256',
      provider: 'google',
      redirect_to: '/x',
      email_confirm: true,
      should_soft_delete: true,
      userId: user.userId,
      ...ids,
      shippingAddressId: ids.addressId,
      factorId: this.#owner.factor?.id ?? randomUUID(),
      challenge_id: randomUUID(),
      refresh_token: this.sessions.at(-1)?.refresh ?? 'none',
      token: 'A'.repeat(43),
      code: '123456',
      ...about,
      ...this.#known,
      ...(this.#secret !== null && { code: codeOf(this.#stage.shop, this.#secret) }),
    };
  }

  #param({ kind, path }: StolenCall, name: string, fields: Record<string, unknown>): string {
    const { user, ids } = kind === 'console' ? this.#subject : this.#owner;
    if (name === 'factorId') return String(fields[name]);
    if (path.includes('/identities/')) return ids.identityId;
    if (kind === 'admin' || path.includes('/subscribers/')) return user.userId;
    if (path.includes('/addresses/')) return ids.addressId;
    return path.includes('/subscriptions/') ? ids.subscriptionId : NOTHINGS_ID;
  }

  /** The newest link or code that the thief can read and has not used: from the thief's mailbox, or a stolen open one. */
  async #mailed(path: string): Promise<Record<string, unknown>> {
    const isOpen = this.#thing.startsWith('mailbox') && this.#age === 'inside';
    const mailboxes = isOpen ? [this.#email, this.#owner.user.email] : [this.#email];
    const kind = path.includes('undo')
      ? 'undo'
      : path.endsWith('/verify') && !path.includes('factors')
        ? 'verify'
        : 'code';
    for (const recipient of mailboxes) {
      const email = (await mailboxOf(this.#stage, recipient)).find(
        (each) => !this.#usedEmails.has(each.id) && linksIn(each)[kind] !== undefined,
      );
      if (email === undefined) continue;
      this.#usedEmails.add(email.id);
      const { verify, undo, code } = linksIn(email);
      if (kind === 'undo') return { token: undo };
      if (kind === 'code') return { nonce: code };
      return { ...Object.fromEntries(verify?.searchParams ?? []), recovery: verify?.searchParams.get('type') };
    }
    return {};
  }

  /** Records what was read, recognized by texts found nowhere else. */
  #look(call: StolenCall, { status, text }: Answer): void {
    if (status >= 300) return;
    if (call.path === '/api/profile/data') this.read.add('export');
    if (call.kind === 'console') this.read.add('console');
    if (call.kind === 'admin') this.read.add('others');
    for (const [canary, realm] of this.#owner.canaries) if (text.includes(canary)) this.read.add(realm);
    for (const canary of this.#bystanders) if (text.includes(canary)) this.read.add('others');
  }

  #remember(answer: Answer): void {
    const session = sessionIn(answer);
    if (session === null || subjectOf(session.access) !== this.#owner.user.userId) return;
    this.sessions.push(session);
  }

  /** Prepares what the next call needs: an authenticator's key, a challenge, Google's consent, the thief's card. */
  async #followUp({ path, method }: StolenCall, { status, json }: Answer, body: unknown): Promise<void> {
    if (status >= 300) return;
    if (method === 'PUT' && path.endsWith('/user') && 'password' in (body as object)) {
      Object.assign(this.#known, { current_password: THIEFS_PASSWORD, password: THIEFS_PASSWORD });
    }
    const id = json?.['id'];
    const { secret } = (json?.['totp'] ?? {}) as { secret?: string };
    if (secret !== undefined) {
      this.#known['factorId'] = id;
      this.#secret = secret;
      const challenge = await this.#send(
        { method: 'POST', isStream: false },
        `/auth/v1/factors/${String(id)}/challenge`,
        {},
      );
      this.#known['challenge_id'] = challenge.json?.['id'];
    }
    if (path.endsWith('/challenge')) this.#known['challenge_id'] = id;
    const google = json?.['url'];
    if (typeof google === 'string' && path.endsWith('/authorize')) await this.#consentAtGoogle(google);
    const secretOfIntent = json?.['clientSecret'];
    if (typeof secretOfIntent === 'string' && secretOfIntent.startsWith('seti_'))
      await this.#confirmCard(secretOfIntent);
  }

  async #consentAtGoogle(page: string): Promise<void> {
    const form = new URLSearchParams({ email: this.#email, name: 'Not The Owner', verified: 'on' });
    const agreed = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
    const back = new URL(agreed.headers.get('location') ?? 'about:blank');
    if (!back.pathname.endsWith('/callback')) return;
    this.#remember(await this.#send({ method: 'GET', isStream: false }, back.pathname + back.search, null));
  }

  async #confirmCard(clientSecret: string): Promise<void> {
    const { payer } = this.#stage.shop;
    await payer.confirmSetup(clientSecret, await payer.newCard(GOOD_CARD));
    this.#known['setupIntentId'] = clientSecret.split('_secret_')[0];
  }
}

const NOTHINGS_ID = '00000000-0000-4000-8000-000000000000';

const TAKING: Readonly<Record<Thing, (intruder: Intruder) => Promise<void> | void>> = {
  'access token': (intruder) => intruder.takeSession(),
  'refresh token': (intruder) => intruder.takeRefreshToken(),
  mailbox: (intruder) => intruder.takeMailbox(),
  'mailbox, two steps': (intruder) => intruder.takeMailbox(),
  'TOTP code': (intruder) => intruder.takeTotpCode(),
  'recovery code': (intruder) => intruder.takeRecoveryCode(),
  'old device': (intruder) => intruder.takeDevice(),
  'demonstration credentials': (intruder) => intruder.takeDemonstration(),
  'operator’s tab': (intruder) => intruder.takeSession(),
};
