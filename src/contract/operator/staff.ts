import * as z from 'zod/mini';
import { email, instant, uuid } from '../fields.ts';
import { byId, operatorEndpoint, page, paged } from './paging.ts';
import { ROLES } from '../../domain/staff-roles.ts';

const role = z.enum(ROLES);

export const staffReply = z.object({
  id: uuid,
  email: z.string(),
  name: z.nullable(z.string()),
  role,
  /** `invited`: hasn't accepted the invitation yet. `setting_up`: has no authenticator yet that opens the console. */
  state: z.enum(['invited', 'setting_up', 'active']),
  since: instant,
  lastSeenAt: z.nullable(instant),
});
export type StaffReply = z.output<typeof staffReply>;

export const listStaff = operatorEndpoint('GET /api/operator/staff', {
  summary: 'Everyone with a role in the console, oldest role first.',
  query: paged,
  reply: page(staffReply),
});

const withCode = z.object({
  person: staffReply,
  /** A code that lets the operator set up one authenticator for the console within 24 hours. Null if they have one. */
  enrolmentCode: z.nullable(z.string()),
});

export const inviteStaff = operatorEndpoint('POST /api/operator/staff', {
  summary: 'Gives someone a role and emails an invitation. For someone who hasn’t accepted, emails it again.',
  body: z.object({ email, role }),
  reply: withCode,
  errors: ['wrong_state', 'validation_failed'],
});

export const changeStaffRole = operatorEndpoint('POST /api/operator/staff/:id/role', {
  summary: 'Gives another role. The last owner stays an owner.',
  params: byId,
  body: z.object({ role }),
  reply: staffReply,
  errors: ['not_found', 'wrong_state'],
});

export const newStaffCode = operatorEndpoint('POST /api/operator/staff/:id/code', {
  summary: 'Makes a code by which the person’s next authenticator opens the console.',
  params: byId,
  reply: withCode,
  errors: ['not_found', 'wrong_state'],
});

export const removeStaff = operatorEndpoint('POST /api/operator/staff/:id/remove', {
  summary: 'Takes the role away, at once. The account stays. The last owner can’t be removed.',
  params: byId,
  reply: z.object({ id: uuid }),
  errors: ['not_found', 'wrong_state'],
});
