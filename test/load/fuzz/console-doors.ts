import { randomUUID } from 'node:crypto';
import { OPERATOR_API } from '../../../src/contract/operator/api.ts';
import type { BodyInputOf, Endpoint } from '../../../src/contract/endpoint.ts';
import type { Shop } from '../../server/open-shop.ts';
import { hireOperator } from '../../builders/operators.ts';
import { endpointDoor, type Judged, type TakingBody } from './doors.ts';

/** Every endpoint of the console, called by an operator. */
export async function consoleDoors(shop: Shop): Promise<Judged[]> {
  const clerk = await hireOperator(shop);
  return Object.entries<Endpoint>(OPERATOR_API).map(([name, endpoint]) =>
    endpointDoor(name, endpoint, clerk, {
      // Of users there is one; of anything else the id of nothing.
      params: endpoint.params ? { id: endpoint.path.includes('/subscribers/') ? clerk.userId : randomUUID() } : {},
      query: GOOD_QUERIES[name] ?? '',
      body: endpoint.body ? GOOD_BODIES[name as WithBody] : null,
    }),
  );
}

const GOOD_QUERIES: Readonly<Record<string, string>> = {
  searchSubscribers: '?q=ada',
  searchGifts: '?q=ada',
  listTrouble: '?state=lost',
  getFigures: '?days=30',
  listRuns: '?after=2026-11-27_friday',
  listHolidays: '?after=2026-12-24',
  listEnvelopesToPull: '?batch=1&on=2026-11-27&after=1957',
  listSubscriberAddresses: '?after=1763700000000_5f9a1f6e-0000-4000-8000-000000000000',
  listSubscriptionInvoices: '?after=1763700000000_in_1957',
  listSubscriptionPieces: '?after=4_1',
  listSubscriptionEvents: '?after=1957',
  listLog: '?after=1763700000000_5f9a1f6e-0000-4000-8000-000000000000',
};

type Endpoints = typeof OPERATOR_API;
type WithBody = TakingBody<Endpoints>;

const GOOD_BODIES: { readonly [Name in WithBody]: BodyInputOf<Endpoints[Name]> } = {
  openRunAhead: { kind: 'friday', nominalOn: '2026-12-11' },
  correctHoliday: { day: '2027-12-24', as: 'closed', note: 'By proclamation.' },
  undoPrintNow: { batch: 1 },
  handOverRun: { batch: 1, on: '2026-11-27' },
  resolveSetAside: { kind: 'send' },
  reportLost: { reason: 'Last seen at sea.', sendAgain: 'now' },
  reportReturned: { reason: 'No such house.', sendAgain: null },
  decideReshipRequest: { approve: true, way: null },
  refundSubscription: { note: 'It frightened the dog.' },
  createPromotion: { key: randomUUID(), code: 'FUZZ20', percentOff: 20, duration: 'once' },
};
