import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { getOwnData } from '../../../contract/own-data.ts';
import { presentAddress } from '../../customers/addresses/addresses.ts';
import { listAllAddresses } from '../../customers/addresses/queries.ts';
import { findBillingAddress } from '../../commerce/billing/billing-address.ts';
import type { CommerceCall, CommerceContext } from '../../commerce/context.ts';
import { handleGetAccount } from '../overview/account.ts';
import {
  listOwnCards,
  listOwnDevices,
  listOwnDisputes,
  listOwnGifts,
  listOwnHolds,
  listOwnInvoiceRows,
  listOwnEmails,
  listOwnPieces,
  listOwnReceivedGifts,
  listOwnRefunds,
  listOwnSecurityEvents,
  listOwnTemporaryAddresses,
  listOwnSignInMethods,
  listGoogleAccounts,
  type OwnPiece,
} from './queries.ts';
import { proveOwner } from '../../identity/reauthentication/require-reauthentication.ts';

type Reply = ReplyOf<typeof getOwnData>;

/** Everything the shop keeps about a person. Secrets (password hash, keys of sessions) are not data about anybody. */
export async function handleGetOwnData(call: CommerceCall<typeof getOwnData>): Promise<Reply> {
  const { ctx, user: caller } = call;
  const { userId } = caller;
  const user = await proveOwner(ctx, caller);
  const account = await handleGetAccount(call);
  const [
    addresses,
    invoices,
    pieces,
    holds,
    elsewhere,
    gifts,
    received,
    emails,
    money,
    devices,
    signInMethods,
    googleAccounts,
    events,
  ] = await Promise.all([
    listAllAddresses(ctx.db, userId),
    listOwnInvoiceRows(ctx.db, userId),
    listOwnPieces(ctx.db, userId),
    listOwnHolds(ctx.db, userId),
    listOwnTemporaryAddresses(ctx.db, userId),
    listOwnGifts(ctx.db, userId),
    listOwnReceivedGifts(ctx.db, userId),
    listOwnEmails(ctx.db, { userId, email: user.email, newEmail: user.newEmail }),
    readMoney(ctx, userId),
    listOwnDevices(ctx.db, userId),
    listOwnSignInMethods(ctx.db, userId),
    listGoogleAccounts(ctx.db, userId),
    listOwnSecurityEvents(ctx.db, userId),
  ]);
  return {
    exportedAt: ctx.clock.now().toISOString(),
    ...account,
    addresses: addresses.map(presentAddress),
    ...money,
    invoices: invoices.map(({ createdAt, ...invoice }) => ({ ...invoice, issuedAt: createdAt.toISOString() })),
    letters: pieces.map(presentPiece),
    holds: holds.map(({ createdAt, ...hold }) => ({ ...hold, askedAt: createdAt.toISOString() })),
    temporaryAddresses: elsewhere.map(({ createdAt, address, ...letters }) => ({
      ...letters,
      address: linesOf(address),
      askedAt: createdAt.toISOString(),
    })),
    gifts: gifts.map(({ createdAt, address, ...gift }) => ({
      ...gift,
      address: linesOf(address),
      createdAt: createdAt.toISOString(),
    })),
    giftsReceived: received.map(({ claimedAt, ...gift }) => ({
      ...gift,
      claimedAt: claimedAt?.toISOString() ?? null,
    })),
    emails: emails.map(({ createdAt, sentAt, ...email }) => ({
      ...email,
      writtenAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
    devices: devices.map(({ createdAt, ...device }) => ({ ...device, signedInAt: createdAt.toISOString() })),
    signInMethods,
    googleAccounts,
    securityLog: events.map(({ createdAt, ...event }) => ({ ...event, happenedAt: createdAt.toISOString() })),
  };
}

type Money = Pick<Reply, 'billingAddress' | 'cards' | 'refunds' | 'disputes'>;

/** The billing address is kept by the provider, who must be asked. */
async function readMoney(ctx: CommerceContext, userId: string): Promise<Money> {
  const [billingAddress, cards, refunds, disputes] = await Promise.all([
    findBillingAddress(ctx, userId),
    listOwnCards(ctx.db, userId),
    listOwnRefunds(ctx.db, userId),
    listOwnDisputes(ctx.db, userId),
  ]);
  return {
    billingAddress,
    cards,
    refunds: refunds.map(({ createdAt, ...refund }) => ({ ...refund, refundedAt: createdAt.toISOString() })),
    disputes: disputes.map(({ createdAt, ...dispute }) => ({ ...dispute, openedAt: createdAt.toISOString() })),
  };
}

function presentPiece({ address, ...piece }: OwnPiece): Reply['letters'][number] {
  return { ...piece, address: linesOf(address) };
}

function linesOf(address: OwnPiece['address']): string[] {
  return Object.values(address ?? {}).filter((line) => line !== null);
}
