import { createHash, randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { z } from 'zod';
import { DONE, type JsonEnv } from '../json-server.ts';
import { type Journal, memoryJournal, openJournal } from '../stripe/state/journal.ts';
import { feedFault, type WebhookFeed } from '../webhook-feed.ts';

const MOST_EVENTS = 10_000;
const HOUR_MS = 3_600_000;

const imb = z.string().regex(/^\d[0-4]\d{18}(\d{5}|\d{9}|\d{11})?$/);
const place = z.strictObject({
  city: z.string().min(1),
  state: z.string().length(2),
  zip: z.string().regex(/^\d{5}$/),
});
const letters = z.strictObject({
  letters: z.array(z.strictObject({ imb, to: place, returns: z.boolean().default(false) })).min(1),
});

export type Event = Readonly<Record<string, string>>;

interface Entry {
  readonly accepted?: readonly Event[];
  /** Milliseconds. */
  readonly ahead?: number;
}

const HUBS = [
  { city: 'SCARBOROUGH', state: 'ME', zip: '04074', locale: '040', name: 'SOUTHERN MAINE P&DC' },
  { city: 'SPRINGFIELD', state: 'MA', zip: '01152', locale: '011', name: 'SPRINGFIELD NDC' },
] as const;

/** One letter in ten is seen by no machine. */
const UNSEEN = 26;

/** The scans of a letter that was handed over at that instant, by its barcode alone: seen from the hub to the delivery unit, or sent back. */
function journeyOf({ imb: code, to, returns }: z.output<typeof letters>['letters'][number], from: number): Event[] {
  const seed = createHash('sha256').update(code).digest();
  if ((seed[0] ?? 0) < UNSEEN && !returns) return [];
  const hub = HUBS[(seed[1] ?? 0) % HUBS.length] ?? HUBS[0];
  const near = { ...to, city: to.city.toUpperCase(), locale: to.zip.slice(0, 3), name: `${to.city.toUpperCase()} MPO` };
  const stops = [
    { at: hub, hours: 6, code: '871', phase: 'Phase 1 - Origin Processing' },
    { at: near, hours: 30, code: '891', phase: 'Phase 2 - Destination Processing' },
    returns
      ? { at: hub, hours: 96, code: '099', phase: 'Return to Sender' }
      : { at: near, hours: 54, code: '918', phase: 'Phase 3c - Destination Delivery Sequence' },
  ];
  return stops.map(({ at, hours, code: scanEventCode, phase }) => ({
    eventId: randomUUID(),
    handlingEventType: 'A',
    imb: code,
    imbStid: code.slice(2, 5),
    ...(code[5] === '9'
      ? { imbMid: code.slice(5, 14), imbSerialNumber: code.slice(14, 20) }
      : { imbMid: code.slice(5, 11), imbSerialNumber: code.slice(11, 20) }),
    imbRoutingCode: code.slice(20),
    scanDatetime: new Date(from + hours * HOUR_MS).toISOString().slice(0, 19),
    scanEventCode,
    scanFacilityName: at.name,
    scanFacilityCity: at.city,
    scanFacilityState: at.state,
    scanFacilityZip: at.zip,
    scanLocaleKey: at.locale,
    machineId: `${at.locale}1`,
    machineName: `DBCS-${at.locale}`,
    mailPhase: phase,
  }));
}

/** A post office's counter, and the feed of its machines' scans. */
export async function addScans(
  app: Hono<JsonEnv>,
  feed: WebhookFeed,
  clock: { ahead: number; now: () => number },
  file: string | undefined,
): Promise<Journal> {
  let coming: Event[] = [];
  const apply = ({ accepted = [], ahead = 0 }: Entry) => {
    clock.ahead += ahead;
    coming = [...coming, ...accepted].toSorted((a, b) => timeOf(a) - timeOf(b));
    const due = ahead === 0 ? [] : coming.filter((event) => timeOf(event) <= clock.now());
    coming = coming.slice(due.length);
    return due;
  };
  const journal = file === undefined ? memoryJournal() : await openJournal(file, (entry) => void apply(entry as Entry));
  const send = async (events: readonly Event[]) => {
    const bodies: string[] = [];
    for (let first = 0; first < events.length; first += MOST_EVENTS) {
      bodies.push(JSON.stringify({ msgGrpId: randomUUID(), events: events.slice(first, first + MOST_EVENTS) }));
    }
    await feed.push(bodies);
  };
  app.post('/_sandbox/letters', async (c) => {
    const accepted = letters.parse(await c.req.json()).letters.flatMap((letter) => journeyOf(letter, clock.now()));
    apply({ accepted });
    await journal.append({ accepted } satisfies Entry);
    return c.json({ scans: accepted.length });
  });
  app.post('/_sandbox/clock', async (c) => {
    const { hours } = z.strictObject({ hours: z.number().positive() }).parse(await c.req.json());
    const due = apply({ ahead: hours * HOUR_MS });
    await journal.append({ ahead: hours * HOUR_MS } satisfies Entry);
    await send(due);
    return c.json({ sent: due.length, coming: coming.length });
  });
  app.post('/_sandbox/events', async (c) => {
    const { events } = z.strictObject({ events: z.array(z.looseObject({})) }).parse(await c.req.json());
    await feed.push([JSON.stringify({ msgGrpId: randomUUID(), events })]);
    return c.json(DONE);
  });
  app.post('/_sandbox/feed-fail', async (c) => {
    feed.plan(feedFault.parse(await c.req.json()));
    return c.json(DONE);
  });
  app.delete('/_sandbox/feed-fail', (c) => {
    feed.clearFaults();
    return c.json(DONE);
  });
  app.get('/_sandbox', (c) =>
    c.json({ now: new Date(clock.now()).toISOString(), coming: coming.length, waiting: feed.waiting }),
  );
  return journal;
}

function timeOf(event: Event): number {
  return Date.parse(`${event['scanDatetime']}Z`);
}
