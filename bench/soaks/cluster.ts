import { sum } from '../statistics.ts';
import { ClusterLoad } from './cluster/cluster-load.ts';
import { openClusterShop, type ClusterShop } from './cluster/cluster-shop.ts';
import { type Figures, noFigures, playRound } from './cluster/rounds.ts';
import { missingTools } from './cluster/tools.ts';
import { untilRecorded } from './faults/rounds.ts';
import type { Soak, SoakOptions } from './soak.ts';

const REQUESTS_PER_SECOND = 130;
const SHOWN = 20;

export const cluster: Soak = {
  name: 'cluster',
  proves:
    'On seven machines that are rolled, killed, cut off and set to other clocks, no acknowledged write is lost, no charge, letter or email doubled, no request fails in a roll, and no public page ever',
  fullSize: 10,
  // Its parts have tests of their own; Patroni, etcd and network namespaces are not on every machine.
  smallSize: null,
  missing: missingTools,
  async run(_shop, options) {
    const shop = await openClusterShop(options.report);
    let isFine = false;
    try {
      const result = await play(shop, options);
      isFine = true;
      return result;
    } finally {
      if (!isFine) options.report(`The logs stay in ${shop.folder}.`);
      await shop.close({ leavesLogs: !isFine });
    }
  },
};

async function play(shop: ClusterShop, { size: rounds, seed, report }: SoakOptions): Promise<string> {
  const figures = noFigures();
  const load = await ClusterLoad.open(shop, seed, REQUESTS_PER_SECOND);
  try {
    for (let number = 1; number <= rounds; number++) {
      report(`round ${number}`);
      await playRound({ cluster: shop, load, figures, report });
    }
    report('the load ends');
    await load.stop();
    return await judge(shop, load, figures, rounds);
  } finally {
    await load.close();
  }
}

/** @returns every figure @throws Error naming what does not hold */
async function judge(shop: ClusterShop, load: ClusterLoad, figures: Figures, rounds: number): Promise<string> {
  await load.mailings.untilSent();
  const mailing = await load.mailings.findFaults(shop.smtp.counts);
  await load.mailings.deleteInvoices();
  const { stripe } = shop.around;
  const books = await untilRecorded({ stripe, db: shop.db });
  const lost = await load.mixed.writes.findLost(shop.db);
  const doubled = await findDoubledCharges(shop);
  const { pages, accounts, pageFailures, accountFailures } = load.requests;
  const { rolls, tabs } = figures;
  const { blank, visits } = load.browsers;
  const text = [
    `${rounds} rounds`,
    `${sum(Object.values(load.mixed.writes.counts))} acknowledged writes, ${lost.length} lost`,
    `${books.paidInvoices} charges, ${doubled.length} of them doubled`,
    `${mailing.letters} first letters and ${mailing.emails} emails, ${mailing.wrong.length} letters and ${mailing.doubled.length} emails doubled`,
    `rolls: ${rolls.failed} of ${rolls.asked} requests failed, ${blank.length} blank pages in ${visits} visits, ` +
      `${tabs.open} old tabs went on, ${tabs.beganAnew} of them anew`,
    ...['switchover', 'failover', 'black hole'].map((figure) => describeGaps(figures, figure)),
    `${pageFailures.length} of ${pages.asked} public pages failed, ${pages.askedAgain} asked at the other balancer`,
    `accounts: ${accounts.refused} of ${accounts.asked} answered with 503 and words, ${accountFailures.length} broken off`,
    `dashboards came back ${load.streams.comebacks} times`,
  ].join('; ');
  const rolled = rolls.failed + rolls.askedAgain;
  const wrong = [
    ...lost,
    ...doubled,
    ...mailing.wrong,
    ...mailing.doubled,
    ...figures.broken,
    ...load.mixed.wrong,
    ...blank.map((each) => `blank: ${each}`),
    ...pageFailures.map(({ path, what }) => `${path}: ${what}`),
    ...(rolled === 0 ? [] : [`${rolled} requests failed in rolls`]),
  ];
  if (wrong.length === 0) return text;
  throw new Error(`${text}\n${wrong.length} faults:\n${wrong.slice(0, SHOWN).join('\n')}`);
}

/** Each buyer of this soak buys once. */
async function findDoubledCharges({ around: { stripe } }: ClusterShop): Promise<string[]> {
  const charges = new Map<string, number>();
  for await (const { paid, customer } of stripe.charges.list({ limit: 100 })) {
    const id = typeof customer === 'string' ? customer : (customer?.id ?? '');
    if (paid) charges.set(id, (charges.get(id) ?? 0) + 1);
  }
  return [...charges].filter(([, times]) => times > 1).map(([id, times]) => `${id} was charged ${times} times`);
}

function describeGaps({ gaps }: Figures, figure: string): string {
  const own = gaps.filter(({ event }) => event.figure === figure);
  const longest = Math.max(...own.map(({ shop }) => shop));
  const beyond = Math.max(...own.map(({ shop, database }) => shop - database));
  return `${figure}: ${longest.toFixed(1)} s without a success, ${beyond.toFixed(1)} s more than the database itself`;
}
