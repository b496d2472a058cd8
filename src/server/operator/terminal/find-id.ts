import { emailAddressOf } from '../../../domain/email-address.ts';
import { findSubscriptionOf } from '../../commerce/subscriptions/queries.ts';
import { findPieceByCode } from '../../fulfilment/pieces/pieces.ts';
import { findUserByEmail } from '../../identity/users/queries.ts';
import { findRunOf, readRunCode } from '../../fulfilment/runs/runs.ts';
import type { Db } from '../../platform/db/database.ts';
import { notFound } from '../../platform/api-error.ts';

/**
 * Accepts the code of a run or piece, a Stripe subscription id, or an email.
 * @throws ApiError not_found
 */
export async function findIdOf(db: Db, path: string, named: string): Promise<string> {
  const run = path.includes('/runs/') ? readRunCode(named) : null;
  if (run !== null) return ((await findRunOf(db, run.kind, run.nominalOn)) ?? missing('run')).id;
  if (path.includes('/pieces/') && /^[FL]\d{8}-/i.test(named)) return (await findPieceByCode(db, named)).id;
  if (path.includes('/subscriptions/') && named.startsWith('sub_'))
    return ((await findSubscriptionOf(db, named)) ?? missing('subscription')).id;
  if (/\/(subscribers|staff)\//.test(path) && named.includes('@'))
    return ((await findUserByEmail(db, emailAddressOf(named) ?? named)) ?? missing('subscriber')).id;
  return named;
}

function missing(what: string): never {
  throw notFound(what);
}
