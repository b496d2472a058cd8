import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OPERATOR_API } from '../../../contract/operator/api.ts';
import { COMMANDS } from './commands.ts';
import { FULFILMENT_SUBCOMMANDS } from './fulfilment-commands.ts';

/** What the console does, and how it is said at a terminal. A new endpoint does not compile before it has its command here. */
const SAID: Readonly<Record<keyof typeof OPERATOR_API, string>> = {
  getToday: 'today',
  listRuns: 'runs',
  openRunAhead: 'post plan',
  getRun: 'post show',
  listRunBatches: 'post files',
  listBatchFiles: 'post files',
  listRunPieces: 'post letters',
  listRunEvents: 'post show',
  planRunNow: 'post plan',
  freezeRunNow: 'post freeze',
  reopenRun: 'post undo',
  printRunNow: 'post print',
  undoPrintNow: 'post undo',
  listEnvelopesToPull: 'post pull',
  handOverRun: 'post hand-over',
  listTrouble: 'post trouble',
  resolveSetAside: 'post resolve',
  reportLost: 'post lost',
  reportReturned: 'post returned',
  listReships: 'post reships',
  decideReshipRequest: 'post reships',
  searchSubscribers: 'search',
  searchGifts: 'search',
  getSubscriber: 'history',
  listSubscriberSubscriptions: 'history',
  listSubscriberAddresses: 'history',
  listSubscriberGifts: 'history',
  listSubscriberEmails: 'history',
  getSubscription: 'history',
  listSubscriptionInvoices: 'history',
  listSubscriptionDisputes: 'history',
  listSubscriptionPieces: 'history',
  listSubscriptionEvents: 'history',
  refundSubscription: 'refund',
  getCalendar: 'post calendar',
  listHolidays: 'post holidays',
  correctHoliday: 'post holidays',
  listEmails: 'mails',
  retryEmail: 'mails',
  listPromotions: 'promo',
  createPromotion: 'promo',
  deactivatePromotion: 'promo',
  getFigures: 'revenue',
  listLog: 'log',
};

/** What is done where the server is, by whoever has it. The others say a part of what the console shows at once. */
const AT_A_TERMINAL_ALONE = [
  'grant',
  'revoke',
  'operators',
  'remove-demonstration',
  'funnel',
  'post runs',
  'post set-aside',
];

const commands = [
  ...Object.keys(COMMANDS).filter((name) => name !== 'post'),
  ...Object.keys(FULFILMENT_SUBCOMMANDS).map((name) => `post ${name}`),
];

test('what the console does can be said at a terminal, and the reverse but for what is said here', () => {
  expect([...new Set([...Object.values(SAID), ...AT_A_TERMINAL_ALONE])].sort()).toEqual(commands.sort());
});

test('the guide for operators names every command', () => {
  const guide = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  expect(commands.filter((name) => !new RegExp(`[\`-] ?${name}\\b`).test(guide))).toEqual([]);
});
