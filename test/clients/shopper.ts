import { randomUUID } from 'node:crypto';
import { type AddressInput, type AddressReply, createAddress, listAddresses } from '../../src/contract/addresses.ts';
import { createStripeSubscription, getCheckoutConfig, settleCheckout } from '../../src/contract/checkout.ts';
import type { BodyInputOf, Endpoint, ReplyOf } from '../../src/contract/endpoint.ts';
import { type ErrorCode, errorBody } from '../../src/contract/errors.ts';
import type { PlanType } from '../../src/domain/plans.ts';
import { HARBOR_ADDRESS } from '../builders/addresses.ts';
import type { Confirmation, Payer } from './payer.ts';

export const PASSWORD = 'the-tide-knows-1957';
const SIGN_UP_TRIES = 10;

/** What the identity server answers a user who has signed in. */
export interface SessionReply {
  readonly access_token: string;
  readonly user: { readonly id: string; readonly email: string };
}

/** Posts to a call of the identity server; `path` is below `/auth/v1`. @throws Error when it is refused, with the status as its cause */
export async function callAuth<T>(siteUrl: string, path: string, body: object, accessToken = ''): Promise<T> {
  const answer = await fetch(`${siteUrl}/auth/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`, { cause: answer.status });
  return (await answer.json()) as T;
}

/** The API's refusal. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    readonly fields: Readonly<Record<string, string>>,
    message: string,
  ) {
    super(message);
  }
}

type Order = BodyInputOf<typeof createStripeSubscription>;
type CheckoutReply = ReplyOf<typeof createStripeSubscription>;

/** What a user chooses on the payment page; by default a monthly season, with a good card, to their own address. */
export type OrderOptions = Partial<Order>;

export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Site = Readonly<{ siteUrl: string; payer: Payer }>;

export type Session = Pick<Shopper, 'userId' | 'email' | 'accessToken'>;

/** A user with a browser: calls the API as the app does, and Stripe as Stripe.js does. */
export class Shopper {
  constructor(
    private readonly siteUrl: string,
    readonly payer: Payer,
    readonly userId: string,
    readonly email: string,
    public accessToken: string,
  ) {}

  /** Opens an account with the address 'Home', as the sign-up form does; null: without one, as with Google. */
  static async signUp({ siteUrl, payer }: Site, home: AddressInput | null = HARBOR_ADDRESS): Promise<Shopper> {
    const data = { full_name: HARBOR_ADDRESS.fullName, shipping_address: home };
    for (let tries = 1; ; tries++) {
      const email = `reader-${randomUUID()}@example.com`;
      try {
        const session = await callAuth<SessionReply>(siteUrl, '/signup', { email, password: PASSWORD, data });
        return new Shopper(siteUrl, payer, session.user.id, email, session.access_token);
      } catch (error) {
        // On a busy machine, hashing a password may take longer than a request may.
        if (tries === SIGN_UP_TRIES || !(error instanceof Error) || error.cause !== 504) throw error;
      }
    }
  }

  #address: string | null = null;

  /** From now on calls come from that address, through a proxy that the shop must trust (TRUSTED_PROXIES). */
  callFrom(address: string): void {
    this.#address = address;
  }

  /** Needed when time has passed: tokens live for an hour. */
  async signInAgain(): Promise<void> {
    const credentials = { email: this.email, password: PASSWORD };
    const session = await callAuth<SessionReply>(this.siteUrl, '/token?grant_type=password', credentials);
    this.accessToken = session.access_token;
  }

  /**
   * Calls an endpoint and checks that the reply is what the contract says.
   * @throws Refusal
   */
  async call<E extends Endpoint>(endpoint: E, { params = {}, query = {}, body }: Input = {}): Promise<ReplyOf<E>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const answer = await fetch(`${this.siteUrl}${path}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${this.accessToken}`,
        'content-type': 'application/json',
        ...(this.#address !== null && { 'x-forwarded-for': this.#address }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.ok) return endpoint.reply.parse(await answer.json()) as ReplyOf<E>;
    const { error, code, fields = {} } = errorBody.parse(await answer.json());
    throw new Refusal(answer.status, code, fields, error);
  }

  /** The address letters go to by default. */
  async homeAddress(): Promise<AddressReply> {
    const [first] = (await this.call(listAddresses)).addresses;
    if (first === undefined) throw new Error('This user has no address.');
    return first;
  }

  async addAddress(changes: Partial<AddressInput>): Promise<AddressReply> {
    return await this.call(createAddress, { body: { ...HARBOR_ADDRESS, ...changes } });
  }

  /** The body that the payment page would send. */
  async order(options: OrderOptions = {}): Promise<Order> {
    const planType: PlanType = options.planType ?? 'monthly';
    const { prices } = await this.call(getCheckoutConfig);
    return {
      priceId: prices[planType],
      paymentMethodId: options.paymentMethodId ?? (await this.payer.newCard()),
      userId: this.userId,
      email: this.email,
      seasonId: 'season-1',
      planType,
      shippingAddressId: options.shippingAddressId ?? (await this.homeAddress()).id,
      promotionCodeId: null,
      buyAnother: false,
      ...options,
    };
  }

  /** The first half of Pay: the shop opens, or finds, the one open checkout. */
  async submit(overrides: OrderOptions | Order = {}): Promise<CheckoutReply> {
    return await this.call(createStripeSubscription, { body: await this.order(overrides) });
  }

  /** The second half: the browser confirms at Stripe. */
  async confirm({ clientSecret }: CheckoutReply, paymentMethodId?: string): Promise<Confirmation> {
    if (clientSecret === null) throw new Error('There is nothing to confirm.');
    return await this.payer.confirm(clientSecret, paymentMethodId ?? (await this.payer.newCard()));
  }

  /** The browser's return: it reports to the shop that the payment succeeded. */
  async settle({ subscriptionId }: CheckoutReply): Promise<'pending' | 'active'> {
    return (await this.call(settleCheckout, { body: { subscriptionId } })).status;
  }

  /** All three, with a good card. */
  async buy(overrides: OrderOptions = {}): Promise<CheckoutReply> {
    const order = await this.order(overrides);
    const reply = await this.submit(order);
    if (reply.clientSecret !== null) await this.confirm(reply, order.paymentMethodId);
    await this.settle(reply);
    return reply;
  }
}
