import { identities, mfaFactors, users, type UserRow, type FactorRow, type IdentityRow } from '../schema.ts';
import { getTableColumns, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';

export const SHOWN = { user: shownOfUsers(), identity: getTableColumns(identities), factor: shownOfFactors() };

function shownOfUsers() {
  const {
    passwordHash: _hash,
    passwordChangedAt: _changed,
    emailChangeConfirmStatus: _sides,
    demonstration: _demonstration,
    ...shown
  } = getTableColumns(users);
  return shown;
}

function shownOfFactors() {
  const { userId: _user, secret: _secret, lastUsedStep: _step, ...shown } = getTableColumns(mfaFactors);
  return shown;
}

export type ShownUser = Pick<UserRow, keyof typeof SHOWN.user>;
export type ShownFactor = Pick<FactorRow, keyof typeof SHOWN.factor>;

/** An account as it can be described even if it was never stored. */
export type DescribedUser = Partial<ShownUser> &
  Pick<ShownUser, 'id' | 'email' | 'appMetadata' | 'userMetadata' | 'createdAt' | 'updatedAt'>;

export interface ShownAccount {
  readonly user: ShownUser;
  readonly identities: readonly IdentityRow[];
  readonly factors: readonly ShownFactor[];
}

export async function loadAccount(db: Db, user: ShownUser): Promise<ShownAccount> {
  const rows = await db
    .select({ identity: SHOWN.identity, factor: SHOWN.factor })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .leftJoin(mfaFactors, eq(mfaFactors.userId, users.id))
    .where(eq(users.id, user.id))
    .orderBy(identities.createdAt, mfaFactors.createdAt);
  // The join returns every pair of identity and factor, so each is collected once.
  const ways = new Map(rows.flatMap(({ identity }) => (identity ? [[identity.identityId, identity] as const] : [])));
  const factors = new Map(rows.flatMap(({ factor }) => (factor ? [[factor.id, factor] as const] : [])));
  return { user, identities: [...ways.values()], factors: [...factors.values()] };
}
