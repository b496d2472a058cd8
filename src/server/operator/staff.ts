import { staffReply, type StaffReply } from '../../contract/operator/staff.ts';
import {
  changeStaffRole,
  findStaff,
  inviteStaff,
  listStaffAfter,
  newStaffCode,
  removeStaff,
  type StaffRow,
} from '../identity/operators/staff.ts';
import { present } from '../platform/http/present.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';
import { decodeCursor, encodeCursor, pageOf, QUERY_LIMIT } from './calls/paging.ts';

export const staffHandlers = {
  async listStaff({ ctx: { db }, query: { after } }) {
    const rows = await listStaffAfter(db, decodeCursor(after), QUERY_LIMIT);
    return pageOf(rows, presentStaff, ({ since, id }) => encodeCursor({ at: since, id }));
  },

  async inviteStaff({ ctx, body: { email, role }, act }) {
    const { id, enrolmentCode } = await inviteStaff(ctx, email, role, act);
    return { person: presentStaff(await findStaff(ctx.db, id)), enrolmentCode };
  },

  async changeStaffRole({ ctx, params: { id }, body: { role }, act }) {
    await changeStaffRole(ctx, id, role, act);
    return presentStaff(await findStaff(ctx.db, id));
  },

  async newStaffCode({ ctx, params: { id }, act }) {
    const enrolmentCode = await newStaffCode(ctx, id, act);
    return { person: presentStaff(await findStaff(ctx.db, id)), enrolmentCode };
  },

  async removeStaff({ ctx, params: { id }, act }) {
    await removeStaff(ctx, id, act);
    return { id };
  },
} satisfies Partial<OperatorHandlers>;

function presentStaff({ isConfirmed, hasKnownAuthenticator, ...row }: StaffRow): StaffReply {
  const state = isConfirmed ? (hasKnownAuthenticator ? 'active' : 'setting_up') : 'invited';
  return present(staffReply, { ...row, state });
}
