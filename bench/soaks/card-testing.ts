import { CARD_FAILURES_PER_ACCOUNT, CARD_FAILURES_PER_NETWORK } from '../../src/domain/card.ts';
import { CARD_DECLINED_AT_CHARGE, DECLINED_CARD } from '../../test/clients/payer.ts';
import { upTo } from '../../test/load/in-parallel.ts';
import { Refusal, type Shopper } from '../../test/clients/shopper.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import type { Soak } from '../soak.ts';

const CARDS_PER_THIEF = 30;
const THIEVES_PER_NETWORK = 8;

/**
 * `count` thieves try thirty stolen cards each, through our door and past it in the browser, each from a network that eight of them
 * share: at most five refused cards per account and twenty per network and hour. In the browser a thief keeps to one secret for as long
 * as a card can be tried on it, and then asks for another. In the end one confirms as fast as it can.
 */
export const cardTesting: Soak = {
  fullCount: 80,
  settings: { TRUSTED_PROXIES: '127.0.0.1' },
  async run(shop, { count }) {
    const byNetwork = new Map<string, number>();
    let worst = 0;
    for (let number = 0; number < count; number++) {
      const network = `203.0.113.${Math.floor(number / THIEVES_PER_NETWORK)}`;
      const thief = await shop.signUp();
      thief.callFrom(network);
      const refused = await tryCards(shop, thief, number % 2 === 0 ? 'browser' : 'door');
      worst = Math.max(worst, refused);
      byNetwork.set(network, (byNetwork.get(network) ?? 0) + refused);
    }
    const worstNetwork = Math.max(...byNetwork.values());
    console.log(`${count} thieves: at most ${worst} refused cards per account, ${worstNetwork} per network`);
    if (worst > CARD_FAILURES_PER_ACCOUNT) throw new Error('An account had more refused cards than it may.');
    if (worstNetwork > CARD_FAILURES_PER_NETWORK) throw new Error('A network had more refused cards than it may.');
    const { atOnce, inAll } = await burst(shop, Math.min(CLIENTS, count));
    console.log(`without waiting for events: ${atOnce} at once, ${inAll} until it was closed`);
  },
};

/** @returns how many cards the bank has refused */
async function tryCards(shop: Shop, thief: Shopper, way: 'browser' | 'door'): Promise<number> {
  const tryCard = way === 'door' ? () => throughDoor(thief) : pastDoor(shop, thief);
  let refused = 0;
  for (let card = 0; card < CARDS_PER_THIEF; card++) {
    const answer = await tryCard();
    if (answer === 'refused') refused += 1;
    else return refused;
  }
  return refused;
}

async function throughDoor(thief: Shopper): Promise<'refused' | 'closed'> {
  try {
    await thief.submit({ paymentMethodId: await thief.payer.newCard(DECLINED_CARD) });
  } catch (error) {
    if (error instanceof Refusal) return error.code === 'card_declined' ? 'refused' : 'closed';
    throw error;
  }
  throw new Error('A stolen card was taken.');
}

function pastDoor(shop: Shop, thief: Shopper): () => Promise<'refused' | 'closed'> {
  let secret: string | null = null;
  const confirm = async (clientSecret: string) => {
    const card = await thief.payer.newCard(CARD_DECLINED_AT_CHARGE);
    const { error } = await thief.payer.confirm(clientSecret, card);
    await shop.sandbox.webhooksDelivered();
    return error === 'card_declined';
  };
  return async () => {
    if (secret !== null && (await confirm(secret))) return 'refused';
    try {
      secret = (await thief.submit()).clientSecret ?? '';
    } catch (error) {
      if (error instanceof Refusal) return 'closed';
      throw error;
    }
    return (await confirm(secret)) ? 'refused' : 'closed';
  };
}

/** How long a bank takes, at its quickest. */
const BANK_MS = 300;
const CLIENTS = 20;
const CARDS_PER_CLIENT = 5;
/** Far more than fit between a refusal and the closing: then nothing closes. */
const NEVER_CLOSED = 300;

interface Burst {
  /** Of five cards in each hand, all tried at the same moment. */
  readonly atOnce: number;
  /** In all, when the hands then go on trying until nothing is left to try them on. */
  readonly inAll: number;
}

/**
 * What decision 005 cannot quite prevent: the same secret tried again before the event of the last refusal has been answered. The
 * provider takes one card at a time per intent, so what slips through is what fits between.
 */
async function burst(shop: Shop, clients: number): Promise<Burst> {
  const thief = await shop.signUp();
  thief.callFrom('198.51.100.99');
  const { clientSecret } = await thief.submit();
  const cards = await Promise.all(
    upTo(clients * CARDS_PER_CLIENT).map(() => thief.payer.newCard(CARD_DECLINED_AT_CHARGE)),
  );
  await bankTakes(shop, BANK_MS);
  const answers = await Promise.all(cards.map((card) => thief.payer.confirm(clientSecret ?? '', card)));
  const atOnce = answers.filter(({ error }) => error === 'card_declined').length;
  const later = await Promise.all(upTo(clients).map((client) => tryOn(thief, clientSecret ?? '', cards[client] ?? '')));
  await shop.sandbox.webhooksDelivered();
  await bankTakes(shop, 0);
  return { atOnce, inAll: later.reduce((sum, refused) => sum + refused, atOnce) };
}

/** Again and again, as fast as the provider answers, until it says that the intent is closed. @returns how many were refused by the bank */
async function tryOn(thief: Shopper, clientSecret: string, card: string): Promise<number> {
  let refused = 0;
  for (;;) {
    const { error } = await thief.payer.confirm(clientSecret, card);
    if (error === 'card_declined') refused += 1;
    else if (error !== 'lock_timeout') return refused;
    if (refused > NEVER_CLOSED) throw new Error('Cards could be tried without end.');
  }
}

async function bankTakes({ sandbox }: Shop, milliseconds: number): Promise<void> {
  const body = JSON.stringify({ answers_after_ms: milliseconds });
  await fetch(`${sandbox.url}/_sandbox/bank`, { method: 'POST', body });
}
