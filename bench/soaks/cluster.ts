import { sum } from '../statistics.ts';
import { ClusterLoad } from './cluster/cluster-load.ts';
import { openClusterShop, type ClusterShop } from './cluster/cluster-shop.ts';
import { patiently } from './cluster/patiently.ts';
import { type Figures, noFigures, playRound, type Round } from './cluster/rounds.ts';
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
    await playRounds({ cluster: shop, load, figures, report }, rounds);
    report('the load ends');
    await load.stop().catch((error: unknown) => figures.broken.push(inWords(error)));
    return await judge(shop, load, figures);
  } finally {
    await load.close();
  }
}

/** What stops a round is a fault like others: the books are compared all the same. SIGUSR2 makes the round the last one. */
async function playRounds(round: Round, rounds: number): Promise<void> {
  const { figures, report } = round;
  const enough = new AbortController();
  process.once('SIGUSR2', () => enough.abort());
  try {
    for (let number = 1; number <= rounds && !enough.signal.aborted; number++) {
      report(`round ${number} of ${rounds}`);
      await playRound(round);
      figures.rounds += 1;
    }
  } catch (error) {
    const sentence = inWords(error);
    report(`the rounds end early: ${sentence}`);
    figures.broken.push(sentence);
  }
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${inWords(error.cause)}`;
}

/** @returns every figure @throws Error naming what does not hold */
async function judge(shop: ClusterShop, load: ClusterLoad, figures: Figures): Promise<string> {
  const { books, mailing, lost, doubled } = await compareBooks(shop, load);
  const { pages, accounts, pageFailures, accountFailures } = load.requests;
  const { rolls, tabs, rounds } = figures;
  const { blank, visits } = load.browsers;
  const text = [
    `${rounds} of ${cluster.fullSize} rounds`,
    `${sum(Object.values(load.mixed.writes.counts))} acknowledged writes, ${lost.length} lost`,
    `${books.paidInvoices} charges, ${doubled.length} of them doubled`,
    `${mailing.letters} first letters and ${mailing.emails} emails, ${mailing.wrong.length} letters and ${mailing.doubled.length} emails doubled, ${mailing.excused} handed over again after the soak had cut off the answer`,
    `rolls: ${rolls.failed} of ${rolls.asked} requests failed, ${rolls.askedAgain} asked at the other balancer, ${blank.length} blank pages in ${visits} visits, ` +
      `${tabs.open} old tabs went on, ${tabs.beganAnew} of them anew`,
    ...['switchover', 'failover', 'black hole'].map((figure) => describeGaps(figures, figure)),
    `${pageFailures.length} of ${pages.asked} public pages failed, ${pages.askedAgain} asked at the other balancer`,
    `accounts: ${accounts.refused} of ${accounts.asked} answered with 503 and words, ${accountFailures.length} broken off`,
    `dashboards came back ${load.streams.comebacks} times`,
    `the soak's own thread stood still for ${figures.longestStall.toFixed(1)} s at most`,
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

/** Asked of whichever primary there is then, again and again for some minutes. */
async function compareBooks(shop: ClusterShop, load: ClusterLoad) {
  const { stripe } = shop.around;
  await patiently(() => shop.databases.untilWhole());
  await load.mailings.untilSent();
  const mailing = await patiently(() => load.mailings.findFaults(shop.smtp));
  await patiently(() => load.mailings.deleteInvoices());
  return {
    mailing,
    books: await untilRecorded({ stripe, db: shop.db }),
    lost: await patiently(() => load.mixed.writes.findLost(shop.db)),
    doubled: await findDoubledCharges(shop),
  };
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
  if (own.length === 0) return `${figure}: not come to`;
  const longest = Math.max(...own.map(({ shop }) => shop));
  const beyond = Math.max(...own.map(({ shop, database }) => shop - database));
  return `${figure}: ${longest.toFixed(1)} s without a success, ${beyond.toFixed(1)} s more than the database itself`;
}
