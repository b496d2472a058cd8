import type { TimelineEntry } from '../../../contract/operator/customer-history.ts';
import { presentCaseFiles } from '../../account/case-file/case-file.ts';
import { presentOverview } from '../../account/overview/overview.ts';
import { presentAddress } from '../../customers/addresses/addresses.ts';
import { listAddresses } from '../../customers/addresses/queries.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import { requireOwnerForStaff } from '../../identity/operators/roles.ts';
import { listEmails } from '../../identity/users/queries.ts';
import { writeOperatorLog } from '../../platform/operator-log.ts';
import { orNotFound } from '../../platform/api-error.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { decodeCursor, encodeCursor, pageOf, UUID } from '../calls/paging.ts';
import { readTimeline, type TimelineRow } from './timeline-queries.ts';
import { timelineWords } from './timeline-words.ts';

const KEY = /^[a-z]+-[\w-]{1,90}$/;

export const historyHandlers = {
  async listSubscriberTimeline({ ctx: { db }, params: { id }, query: { after } }) {
    const { email } = orNotFound(await findProfile(db, id), 'subscriber');
    const rows = await readTimeline(db, { id, email }, decodeCursor(after, KEY));
    const names = await listEmails(db, [...new Set(rows.flatMap(({ by }) => (UUID.test(by) ? [by] : [])))]);
    return pageOf(
      rows,
      (row) => presentEntry(row, names.get(row.by) ?? row.by),
      ({ at, id }) => encodeCursor({ at: new Date(at), id }),
    );
  },

  async viewAsCustomer({ ctx, params: { id: userId }, role, act }) {
    orNotFound(await findProfile(ctx.db, userId), 'subscriber');
    await requireOwnerForStaff(ctx.db, role, userId);
    const entry = {
      ...act,
      action: 'customer_viewed_as',
      subject: `user:${userId}`,
      subscriptionId: null,
      detail: {},
    } as const;
    await writeOperatorLog(ctx.db, entry, ctx.clock.now());
    const [overview, addresses, caseFiles] = await Promise.all([
      presentOverview(ctx, { userId }),
      listAddresses(ctx.db, userId),
      presentCaseFiles(ctx, userId),
    ]);
    return { ...overview, addresses: addresses.map(presentAddress), caseFiles };
  },
} satisfies Partial<OperatorHandlers>;

function presentEntry({ at, detail, ...row }: TimelineRow, by: string): TimelineEntry {
  const { note } = detail;
  const words = timelineWords(row.kind, detail);
  return { ...row, by, at: new Date(at).toISOString(), words, note: typeof note === 'string' ? note : null };
}
