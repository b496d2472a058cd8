import type { TodayReply } from '../../../../contract/operator/today.ts';
import type { Role } from '../../../../domain/staff-roles.ts';
import { type ConsolePath, CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { mayOpen } from './page-calls.ts';

export interface MenuEntry {
  readonly name: string;
  readonly path: ConsolePath;
  /** A page that this one links to. */
  readonly leadsTo?: ConsolePath;
  /** How much work is waiting there, and of which kind; zero isn't shown. */
  readonly work?: { readonly count: (waiting: TodayReply['waiting']) => number; readonly words: string };
}

interface MenuGroup {
  readonly name: string;
  readonly entries: readonly MenuEntry[];
}

const MENU: readonly MenuGroup[] = [
  {
    name: 'Today',
    entries: [
      // Other pages list the rest of what Today shows.
      {
        name: 'Today',
        path: CONSOLE_PATHS.today,
        work: { count: ({ warnings }) => warnings, words: 'fraud warnings and reviews' },
      },
    ],
  },
  {
    name: 'Subscribers',
    entries: [
      { name: 'Subscribers', path: CONSOLE_PATHS.subscribers, leadsTo: CONSOLE_PATHS.subscriber },
      { name: 'Gifts', path: CONSOLE_PATHS.gifts },
      { name: 'Cancellations', path: CONSOLE_PATHS.cancellations },
      { name: 'Imports', path: CONSOLE_PATHS.imports },
      {
        name: 'Faults and hints',
        path: CONSOLE_PATHS.caseFiles,
        work: { count: ({ faults }) => faults, words: 'faults' },
      },
      {
        name: 'Emails',
        path: CONSOLE_PATHS.emails,
        work: { count: ({ emailsFailed }) => emailsFailed, words: 'failed' },
      },
    ],
  },
  {
    name: 'Mailing',
    entries: [
      { name: 'Runs', path: CONSOLE_PATHS.runs, leadsTo: CONSOLE_PATHS.run },
      {
        name: 'Letter problems',
        path: CONSOLE_PATHS.trouble,
        leadsTo: CONSOLE_PATHS.returns,
        work: {
          count: ({ setAside, reshipsAsked, quiet, comingBack }) => setAside + reshipsAsked + quiet + comingBack,
          words: 'to look at',
        },
      },
      { name: 'Postage', path: CONSOLE_PATHS.postage },
      { name: 'Calendar', path: CONSOLE_PATHS.calendar },
    ],
  },
  {
    name: 'Money',
    entries: [
      {
        name: 'Disputes',
        path: CONSOLE_PATHS.disputes,
        leadsTo: CONSOLE_PATHS.dispute,
        work: { count: ({ toAnswer }) => toAnswer, words: 'to answer' },
      },
      {
        name: 'Failed payments',
        path: CONSOLE_PATHS.failedPayments,
        work: { count: ({ pastDue }) => pastDue, words: 'overdue' },
      },
      { name: 'Payments', path: CONSOLE_PATHS.payments },
      { name: 'Refunds', path: CONSOLE_PATHS.refunds },
      {
        name: 'Changed in Stripe',
        path: CONSOLE_PATHS.stripeChanges,
        work: { count: ({ stripeChanges }) => stripeChanges, words: 'to look at' },
      },
      { name: 'Promotions', path: CONSOLE_PATHS.promotions },
    ],
  },
  { name: 'Figures', entries: [{ name: 'Figures', path: CONSOLE_PATHS.figures }] },
  {
    name: 'Settings',
    entries: [
      { name: 'Staff', path: CONSOLE_PATHS.staff },
      { name: 'Settings', path: CONSOLE_PATHS.settings },
      { name: 'Log', path: CONSOLE_PATHS.log },
    ],
  },
];

/** The pages that a role may open. Groups without such a page are left out. */
export function menuOf(role: Role): readonly MenuGroup[] {
  return MENU.map(({ name, entries }) => ({ name, entries: entries.filter(({ path }) => mayOpen(role, path)) })).filter(
    ({ entries }) => entries.length > 0,
  );
}

export function firstPageOf(role: Role): ConsolePath {
  return menuOf(role)[0]?.entries[0]?.path ?? CONSOLE_PATHS.runs;
}
