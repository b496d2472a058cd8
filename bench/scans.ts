import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { getLetters } from '../src/contract/letters.ts';
import { readEvent, type Scan } from '../src/server/fulfilment/scans/read-event.ts';
import { mailingScans } from '../src/server/fulfilment/scans-schema.ts';
import { addBarcodedRun, imbOf, MAILER_ID } from '../test/builders/barcoded-run.ts';
import { rowOf } from '../test/builders/months.ts';
import type { Shopper } from '../test/clients/shopper.ts';
import { upTo } from '../test/load/in-parallel.ts';
import { openShop, type Shop } from '../test/server/open-shop.ts';
import { median } from './statistics.ts';
import { scratchDatabase } from './scratch-database.ts';

const LOGIN = 'usps:a-feed-of-scans-alone';
const PER_MESSAGE = 10_000;
const ROUNDS = 5;
const AIMS = { insert: 0.5, page: 1.15 };
const PAGES = 200;

/** Scans taken by the webhook against a bare batch insert of the same rows; a subscriber's letters before and after `many` scans. */
export async function benchScans(many: number): Promise<void> {
  const database = await scratchDatabase();
  const shop = await openShop(database.url, { settings: { USPS_SCANS_LOGIN: LOGIN } });
  const bare = new Client({ connectionString: database.url });
  try {
    await bare.connect();
    const user = await shop.signUp();
    const { id } = await rowOf(shop, (await user.buy()).subscriptionId);
    const handedOverOn = '2026-11-02' as const;
    await addBarcodedRun(shop.ctx.db, { handedOverOn, firstSerial: 1, subscriptionIds: [id], letter: 1 });
    const before = await pageTime(user, id);
    await compareInserts(shop, bare);
    await fill(bare, many);
    const after = await pageTime(user, id);
    const grown = after / before;
    const verdict = grown <= AIMS.page ? 'met' : 'missed';
    console.log(
      `A subscriber's letters: ${before.toFixed(2)} ms, with ${many} scans ${after.toFixed(2)} ms: ${grown.toFixed(2)} times (at most ${AIMS.page}: ${verdict})`,
    );
  } finally {
    await bare.end();
    await shop.close();
    await database.stop();
  }
}

async function compareInserts(shop: Shop, bare: Client): Promise<void> {
  await bare.query('create table bare_scans (like mailing_scans including all)');
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const events = upTo(PER_MESSAGE).map((index) => eventOf(round * PER_MESSAGE + index));
    const body = JSON.stringify({ msgGrpId: randomUUID(), events });
    const rows = events.map((event) => readEvent(event, [])).filter((scan) => scan !== null);
    const theirs = await timed(() => insertBare(bare, rows));
    const ours = await timed(() => send(shop, body));
    if (round > 0) ratios.push(theirs / ours);
  }
  const ratio = median(ratios);
  const verdict = ratio >= AIMS.insert ? 'met' : 'missed';
  console.log(
    `POST /webhooks/usps, ${PER_MESSAGE} events a message: ${ratio.toFixed(2)} of a bare batch insert (aim ${AIMS.insert}: ${verdict}); by round ${ratios.map((each) => each.toFixed(2)).join(' ')}`,
  );
}

function eventOf(index: number): Readonly<Record<string, string>> {
  return {
    imb: imbOf((index * 7_919) % 1_000_000, index % 2 === 0 ? MAILER_ID : '900000001'),
    imbMid: MAILER_ID,
    imbStid: '310',
    scanDatetime: new Date(Date.UTC(2026, 10, 5) + index * 1_000).toISOString().slice(0, 19),
    scanEventCode: '918',
    scanFacilityName: 'SOUTHERN MAINE P&DC',
    scanFacilityCity: 'SCARBOROUGH',
    scanFacilityState: 'ME',
    scanFacilityZip: '04074',
    scanLocaleKey: '040',
    machineId: `${index % 50}`,
    machineName: 'DBCS-040',
    mailPhase: 'Phase 1 - Origin Processing',
    handlingEventType: 'A',
  };
}

const COLUMNS: readonly (keyof Scan)[] = [
  'mailerSerial',
  'scannedAt',
  'eventCode',
  'localeKey',
  'machineId',
  'service',
  'routing',
  'facility',
  'city',
  'state',
  'zip',
  'phase',
  'handling',
  'isReturn',
];

async function insertBare(bare: Client, rows: readonly Scan[]): Promise<void> {
  const names = [...COLUMNS, 'receivedAt' as const].map((column) => mailingScans[column].name);
  const values = COLUMNS.map((column) => rows.map((row) => row[column]));
  const types = COLUMNS.map(
    (column, index) =>
      `$${index + 1}::${column === 'isReturn' ? 'boolean' : column === 'scannedAt' ? 'timestamp' : 'text'}[]`,
  );
  await bare.query(
    `insert into bare_scans (${names.join(', ')}) select *, now() from unnest(${types.join(', ')})`,
    values,
  );
}

async function send({ siteUrl }: Shop, body: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(LOGIN).toString('base64')}`;
  const answer = await fetch(`${siteUrl}/webhooks/usps`, { method: 'POST', headers: { authorization }, body });
  if (!answer.ok) throw new Error(`Refused with ${answer.status}.`);
  await answer.arrayBuffer();
}

/** Three scans of each of very many letters, of which one is the subscriber's. */
async function fill(bare: Client, many: number): Promise<void> {
  await bare.query(
    `insert into mailing_scans
      select '${MAILER_ID}' || lpad((number / 3 + 1)::text, 6, '0'), '2026-11-03'::timestamp + (number % 200000) * interval '1 second',
        '918', '040', number::text, '00310', '04614', 'P&DC', 'PORTLAND', 'ME', '04101', 'Phase 1', 'A', false, now()
      from generate_series(0, $1::int - 1) as number on conflict do nothing`,
    [many],
  );
  await bare.query('vacuum analyze mailing_scans');
}

/** The median in milliseconds. */
async function pageTime(user: Shopper, id: string): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit < PAGES; visit++) times.push(await timed(() => user.call(getLetters, { params: { id } })));
  return median(times.slice(PAGES / 10));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
