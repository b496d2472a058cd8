import type { getOwnData } from '../../../contract/own-data.ts';
import { findBillingAddress } from '../../commerce/invoices/billing-address.ts';
import type { CommerceHandler } from '../../commerce/context.ts';
import { presentAddress } from '../../customers/addresses/addresses.ts';
import { listAllAddresses } from '../../customers/addresses/queries.ts';
import { proveOwner } from '../../identity/reauthentication/require-reauthentication.ts';
import { spendOn } from '../../platform/rate-limits/dear-calls.ts';
import { readOwnTagsAndNotes } from '../../customers/tags-and-notes.ts';
import { readOwnNotes } from '../notes/own-notes.ts';
import { readOwnGroups } from '../case-groups/own-groups.ts';
import { readOwnCaseFiles } from '../case-file/own-case-files.ts';
import { handleGetAccount } from '../overview/overview.ts';
import {
  readFormerAddresses,
  readOwnEmails,
  readOwnGifts,
  readOwnLetters,
  readOwnPayments,
  readOwnSecurity,
  readOwnSuppression,
  readOwnWaits,
} from './queries.ts';

export const handleGetOwnData: CommerceHandler<typeof getOwnData> = async (call) => {
  const { ctx, client } = call;
  const { id: userId, email, newEmail } = await proveOwner(ctx, call.user);
  await spendOn(ctx, 'own_data', { userId, ip: client.ip });
  return {
    exportedAt: ctx.clock.now().toISOString(),
    ...(await handleGetAccount(call)),
    addresses: (await listAllAddresses(ctx.db, userId)).map(presentAddress),
    formerAddresses: await readFormerAddresses(ctx.db, userId),
    billingAddress: await findBillingAddress(ctx, userId),
    ...(await readOwnPayments(ctx.db, userId)),
    ...(await readOwnLetters(ctx.db, userId)),
    ...(await readOwnGifts(ctx.db, userId)),
    ...(await readOwnCaseFiles(ctx.db, userId)),
    ...(await readOwnSecurity(ctx.db, userId)),
    ...(await readOwnGroups(ctx.db, userId)),
    notes: await readOwnNotes(ctx.db, userId),
    ...(await readOwnTagsAndNotes(ctx.db, userId)),
    seasonsAwaited: await readOwnWaits(ctx.db, email),
    emails: await readOwnEmails(ctx.db, { userId, email, newEmail }),
    emailSuppression: await readOwnSuppression(ctx.db, email),
  };
};
