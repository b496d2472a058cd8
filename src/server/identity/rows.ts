import type { identities, mfaFactors, sessions, users } from './schema.ts';

export type UserRow = typeof users.$inferSelect;
export type IdentityRow = typeof identities.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
export type FactorRow = typeof mfaFactors.$inferSelect;
