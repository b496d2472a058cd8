import { CARD_FAILURES_PER_ACCOUNT, CARD_FAILURES_PER_NETWORK } from '../../src/domain/card.ts';
import { CARD_DECLINED_AT_CHARGE, DECLINED_CARD } from '../../test/clients/payer.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import { upTo } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { sum } from '../statistics.ts';
import { resultOrRefusal, type Soak } from './soak.ts';

const CARDS_PER_THIEF = 30;
const THIEVES_PER_NETWORK = 8;
const BANK_MS = 300;
const CLIENTS = 20;
const CARDS_PER_CLIENT = 5;
const NEVER_CLOSED = 300;

type Way = 'browser' | 'server';

export const cardTesting: Soak = {
  name: 'card-testing',
  proves: `Card testing meets at most ${CARD_FAILURES_PER_ACCOUNT} refused cards per account and ${CARD_FAILURES_PER_NETWORK} per network in an hour`,
  fullSize: 80,
  smallSize: 5,
  settings: { TRUSTED_PROXIES: '127.0.0.1' },
  async run(shop, { size }) {
    const byNetwork = new Map<string, number>();
    let worst = 0;
    for (const number of upTo(size)) {
      const network = `203.0.113.${Math.floor(number / THIEVES_PER_NETWORK)}`;
      const refused = await tryCards(shop, await thiefFrom(shop, network), number % 2 === 0 ? 'browser' : 'server');
      worst = Math.max(worst, refused);
      byNetwork.set(network, (byNetwork.get(network) ?? 0) + refused);
    }
    const worstNetwork = Math.max(...byNetwork.values());
    if (worst > CARD_FAILURES_PER_ACCOUNT) throw new Error(`An account had ${worst} refused cards.`);
    if (worstNetwork > CARD_FAILURES_PER_NETWORK) throw new Error(`A network had ${worstNetwork} refused cards.`);
    const { atOnce, total } = await confirmAtOnce(shop, Math.min(CLIENTS, size));
    return `at most ${worst} per account, ${worstNetwork} per network; past the server ${atOnce} at once, ${total} until it was closed`;
  },
};

async function thiefFrom(shop: Shop, network: string): Promise<Shopper> {
  const thief = await shop.signUp();
  thief.callFrom(network);
  return thief;
}

/** @returns how many cards the bank refused before the thief was stopped */
async function tryCards(shop: Shop, thief: Shopper, way: Way): Promise<number> {
  const isRefused = way === 'server' ? () => refusedByServer(thief) : refusedInBrowser(shop, thief);
  for (let refused = 0; refused < CARDS_PER_THIEF; refused++) if (!(await isRefused())) return refused;
  return CARDS_PER_THIEF;
}

async function refusedByServer(thief: Shopper): Promise<boolean> {
  const paymentMethodId = await thief.payer.newCard(DECLINED_CARD);
  const answer = await resultOrRefusal(() => thief.submit({ paymentMethodId }));
  if (typeof answer !== 'string') throw new Error('A stolen card was accepted.');
  return answer === 'card_declined';
}

/** A thief tries cards on one client secret for as long as it is open, and then asks for another. */
function refusedInBrowser(shop: Shop, thief: Shopper): () => Promise<boolean> {
  let secret: string | null = null;
  const confirm = async (clientSecret: string) => {
    const card = await thief.payer.newCard(CARD_DECLINED_AT_CHARGE);
    const { error } = await thief.payer.confirm(clientSecret, card);
    await shop.sandbox.webhooksDelivered();
    return error === 'card_declined';
  };
  return async () => {
    if (secret !== null && (await confirm(secret))) return true;
    const reply = await resultOrRefusal(() => thief.submit());
    if (typeof reply === 'string') return false;
    secret = reply.clientSecret ?? '';
    return await confirm(secret);
  };
}

/** Decision 005 has what this measures. */
async function confirmAtOnce(shop: Shop, clients: number): Promise<{ atOnce: number; total: number }> {
  const thief = await thiefFrom(shop, '198.51.100.99');
  const clientSecret = (await thief.submit()).clientSecret ?? '';
  const cards = await Promise.all(
    upTo(clients * CARDS_PER_CLIENT).map(() => thief.payer.newCard(CARD_DECLINED_AT_CHARGE)),
  );
  await delayBank(shop, BANK_MS);
  const answers = await Promise.all(cards.map((card) => thief.payer.confirm(clientSecret, card)));
  const atOnce = answers.filter(({ error }) => error === 'card_declined').length;
  const later = await Promise.all(cards.slice(0, clients).map((card) => confirmUntilClosed(thief, clientSecret, card)));
  await shop.sandbox.webhooksDelivered();
  await delayBank(shop, 0);
  return { atOnce, total: atOnce + sum(later) };
}

async function confirmUntilClosed(thief: Shopper, clientSecret: string, card: string): Promise<number> {
  let refused = 0;
  for (;;) {
    const { error } = await thief.payer.confirm(clientSecret, card);
    if (error === 'card_declined') refused += 1;
    else if (error !== 'lock_timeout') return refused;
    if (refused > NEVER_CLOSED) throw new Error('Cards could be tried without end.');
  }
}

async function delayBank({ sandbox }: Shop, milliseconds: number): Promise<void> {
  const body = JSON.stringify({ answers_after_ms: milliseconds });
  await fetch(`${sandbox.url}/_sandbox/bank`, { method: 'POST', body });
}
