import { mayCall, type OperatorCallName } from '../../../../contract/operator/roles.ts';
import type { Role } from '../../../../domain/staff-roles.ts';
import { type ConsolePath, CONSOLE_PATHS } from '../../../../contract/site-paths.ts';

/** The call without which each page shows nothing. */
const PAGE_CALLS = {
  [CONSOLE_PATHS.today]: 'getToday',
  [CONSOLE_PATHS.runs]: 'listRuns',
  [CONSOLE_PATHS.run]: 'getRun',
  [CONSOLE_PATHS.trouble]: 'listTrouble',
  [CONSOLE_PATHS.returns]: 'findEnvelope',
  [CONSOLE_PATHS.failedPayments]: 'listFailedPayments',
  [CONSOLE_PATHS.payments]: 'listPayments',
  [CONSOLE_PATHS.refunds]: 'listRefunds',
  [CONSOLE_PATHS.stripeChanges]: 'listStripeChanges',
  [CONSOLE_PATHS.cancellations]: 'listCancellations',
  [CONSOLE_PATHS.gifts]: 'listGifts',
  [CONSOLE_PATHS.disputes]: 'listDisputes',
  [CONSOLE_PATHS.dispute]: 'getDispute',
  [CONSOLE_PATHS.postage]: 'listPostageRates',
  [CONSOLE_PATHS.calendar]: 'getCalendar',
  [CONSOLE_PATHS.search]: 'search',
  [CONSOLE_PATHS.subscribers]: 'listSubscriptions',
  [CONSOLE_PATHS.subscriber]: 'getSubscriber',
  [CONSOLE_PATHS.viewAs]: 'viewAsCustomer',
  [CONSOLE_PATHS.emails]: 'listEmails',
  [CONSOLE_PATHS.promotions]: 'listPromotions',
  [CONSOLE_PATHS.figures]: 'getFigures',
  [CONSOLE_PATHS.caseFiles]: 'listLetterFaults',
  [CONSOLE_PATHS.imports]: 'listImports',
  [CONSOLE_PATHS.log]: 'listLog',
  [CONSOLE_PATHS.staff]: 'listStaff',
  [CONSOLE_PATHS.settings]: 'listSettings',
} as const satisfies Record<ConsolePath, OperatorCallName>;

const CALLS: Readonly<Record<string, OperatorCallName | undefined>> = PAGE_CALLS;

/** True for an unknown page, since the router shows the error. */
export function mayOpen(role: Role, path: string): boolean {
  const call = CALLS[path.replace(/\/+$/, '')];
  return call === undefined || mayCall(role, call);
}
