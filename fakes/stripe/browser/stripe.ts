import type { Api, FormValue, Intent, Result } from './api.ts';
import { CardElement } from './card-element.ts';
import { askCardholder } from './challenge.ts';
import { Elements } from './elements.ts';
import type { Failure } from './failures.ts';

interface CardData {
  card: CardElement | { token: string };
  billing_details?: { [key: string]: FormValue };
}

interface ConfirmData {
  payment_method?: string | CardData;
  return_url?: string;
  setup_future_usage?: string;
}

interface ConfirmOptions {
  handleActions?: boolean;
}

type Kind = 'payment_intent' | 'setup_intent';

interface PaymentMethod {
  id: string;
}

/** Failures are returned as `error`; nothing here rejects. */
export function createStripe(api: Api) {
  const confirmPayment = async (secret: string, data?: ConfirmData, options?: ConfirmOptions) =>
    named('paymentIntent', await confirm(api, 'payment_intent', secret, data, options));
  const confirmSetup = async (secret: string, data?: ConfirmData, options?: ConfirmOptions) =>
    named('setupIntent', await confirm(api, 'setup_intent', secret, data, options));
  return {
    elements: () => new Elements(),
    createPaymentMethod: async (given: (CardData & { type: 'card' }) | { elements: Elements }) =>
      named('paymentMethod', await createPaymentMethod(api, 'elements' in given ? WALLET_CARD : cardOf(given))),
    confirmCardPayment: confirmPayment,
    confirmCardSetup: confirmSetup,
    retrievePaymentIntent: async (secret: string) =>
      named('paymentIntent', await retrieve(api, 'payment_intent', secret)),
    retrieveSetupIntent: async (secret: string) => named('setupIntent', await retrieve(api, 'setup_intent', secret)),
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      clientSecret.startsWith('seti_') ? confirmSetup(clientSecret) : confirmPayment(clientSecret),
    createToken: async () => ({
      error: { type: 'invalid_request_error', message: 'The sandbox makes no tokens: use createPaymentMethod.' },
    }),
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
  };
}

/** The wallet's card. */
const WALLET_CARD: CardData = { card: { token: 'tok_visa' } };

function cardOf({ card, billing_details }: CardData): CardData {
  return { card, ...(billing_details ? { billing_details } : {}) };
}

function named<Name extends string, T>(name: Name, result: Result<T>): { [key in Name]?: T } & { error?: Failure } {
  const named_result = result.error ? { error: result.error } : { [name]: result.value };
  return named_result as { [key in Name]?: T } & { error?: Failure };
}

async function createPaymentMethod(api: Api, { card, billing_details }: CardData): Promise<Result<PaymentMethod>> {
  if (!(card instanceof CardElement)) {
    return api.post('/v1/payment_methods', { type: 'card', card, billing_details });
  }
  const read = card.details();
  if ('error' in read) return { error: read.error };
  const { postalCode, ...typed } = read.card;
  const address = { postal_code: postalCode, ...nested(billing_details?.['address']) };
  return api.post('/v1/payment_methods', {
    type: 'card',
    card: typed,
    billing_details: { ...billing_details, address },
  });
}

function nested(value: FormValue): { [key: string]: FormValue } {
  return typeof value === 'object' && value !== null ? value : {};
}

async function confirm(
  api: Api,
  kind: Kind,
  secret: string,
  data: ConfirmData = {},
  { handleActions = true }: ConfirmOptions = {},
): Promise<Result<Intent>> {
  const confirmed = await confirmOnce(api, kind, secret, data);
  if (confirmed.error || confirmed.value.status !== 'requires_action' || !handleActions) return confirmed;
  return authenticate(api, kind, confirmed.value);
}

async function confirmOnce(api: Api, kind: Kind, secret: string, data: ConfirmData): Promise<Result<Intent>> {
  const { payment_method: method, ...rest } = data;
  if (method === undefined) {
    const current = await retrieve(api, kind, secret);
    if (current.error || current.value.status !== 'requires_confirmation') return current;
  }
  const created = typeof method === 'object' ? await createPaymentMethod(api, method) : null;
  if (created?.error) return { error: created.error };
  return api.post(`${pathOf(kind, secret)}/confirm`, {
    ...rest,
    payment_method: typeof method === 'string' ? method : created?.value.id,
    client_secret: secret,
    use_stripe_sdk: true,
  });
}

async function authenticate(api: Api, kind: Kind, intent: Intent): Promise<Result<Intent>> {
  const outcome = await askCardholder();
  const answered = await api.post(`/_sandbox/3ds/${intent.id}`, { client_secret: intent.client_secret, outcome });
  if (answered.error) return { error: answered.error };
  const after = await retrieve(api, kind, intent.client_secret);
  const failure = after.value?.last_payment_error ?? after.value?.last_setup_error;
  if (!after.value || !failure) return after;
  return { error: { ...failure, message: UNAUTHENTICATED, [kind]: after.value } };
}

const UNAUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

function retrieve(api: Api, kind: Kind, secret: string): Promise<Result<Intent>> {
  return api.get(pathOf(kind, secret), { client_secret: secret });
}

function pathOf(kind: Kind, secret: string): string {
  return `/v1/${kind}s/${secret.slice(0, secret.indexOf('_secret_'))}`;
}
