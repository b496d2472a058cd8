export type Payer = ReturnType<typeof payerAt>;

export interface Confirmation {
  /** The payment's status at Stripe; null when it was refused. */
  readonly status: string | null;
  /** Stripe's code of the refusal. */
  readonly error: string | null;
}

export const GOOD_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';
/** Verified and attached without complaint, refused at every charge (rules/stripe-sandbox 19). */
export const CARD_DECLINED_AT_CHARGE = '4000000000000341';
export const THREE_D_SECURE_CARD = '4000002760003184';

/** What Stripe.js does in the payer's browser: it holds the publishable key and talks to Stripe directly. */
export function payerAt(stripeUrl: string, publishableKey = 'pk_test_sandbox') {
  const post = async (path: string, fields: Record<string, string>): Promise<StripeAnswer> => {
    const body = new URLSearchParams({ key: publishableKey, ...fields });
    const answer = await fetch(`${stripeUrl}${path}`, { method: 'POST', body });
    return (await answer.json()) as StripeAnswer;
  };
  const confirm = async (intents: string, clientSecret: string, card: string): Promise<Confirmation> => {
    const fields = { client_secret: clientSecret, payment_method: card };
    return confirmationOf(await post(`/v1/${intents}/${intentOf(clientSecret)}/confirm`, fields));
  };
  return {
    /** @returns the payment method's id */
    async newCard(number = GOOD_CARD): Promise<string> {
      const card = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '34', 'card[cvc]': '123' };
      const answer = await post('/v1/payment_methods', { type: 'card', ...card });
      if (answer.id === undefined) throw new Error(`Stripe refused the card: ${JSON.stringify(answer)}`);
      return answer.id;
    },
    /** Confirms the payment a client secret stands for; a decline is an answer, not an exception, as in Stripe.js. */
    confirm: (clientSecret: string, card: string) => confirm('payment_intents', clientSecret, card),
    /** Confirms that a card may be kept for later, without paying now. */
    confirmSetup: (clientSecret: string, card: string) => confirm('setup_intents', clientSecret, card),
    /** Answers the bank's question of a 3-D Secure card. */
    async authenticate(clientSecret: string, outcome: 'complete' | 'fail'): Promise<Confirmation> {
      await post(`/_sandbox/3ds/${intentOf(clientSecret)}`, { client_secret: clientSecret, outcome });
      const query = new URLSearchParams({ key: publishableKey, client_secret: clientSecret });
      const answer = await fetch(`${stripeUrl}/v1/payment_intents/${intentOf(clientSecret)}?${query}`);
      return confirmationOf((await answer.json()) as StripeAnswer);
    },
  };
}

interface StripeAnswer {
  readonly id?: string;
  readonly status?: string;
  readonly last_payment_error?: { readonly code?: string } | null;
  readonly error?: { readonly code?: string };
}

function confirmationOf({ status, error, last_payment_error: lastError }: StripeAnswer): Confirmation {
  return { status: status ?? null, error: error?.code ?? lastError?.code ?? null };
}

/** The id a client secret begins with. */
export function intentOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}
