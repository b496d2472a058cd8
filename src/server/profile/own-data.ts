import type { ReplyOf } from '../../contract/endpoint.ts';
import type { getOwnData } from '../../contract/own-data.ts';
import { presentAddress } from '../addresses/addresses.ts';
import { listAddresses } from '../addresses/queries.ts';
import type { SignedInCall } from '../http/serve.ts';
import { handleGetAccount } from '../subscriptions/account.ts';
import {
  listOwnDevices,
  listOwnGifts,
  listOwnHolds,
  listOwnInvoiceRows,
  listOwnPieces,
  listOwnTemporaryAddresses,
  listOwnWaysIn,
  type OwnPiece,
} from './own-data-queries.ts';

type Reply = ReplyOf<typeof getOwnData>;

/** Everything the shop keeps about a person. Secrets (password hash, keys of sessions) are not data about anybody. */
export async function handleGetOwnData(call: SignedInCall<typeof getOwnData>): Promise<Reply> {
  const { ctx, person } = call;
  const { userId } = person;
  const account = await handleGetAccount(call);
  const [addresses, invoices, pieces, holds, elsewhere, gifts, devices, waysIn] = await Promise.all([
    listAddresses(ctx.db, userId),
    listOwnInvoiceRows(ctx.db, userId),
    listOwnPieces(ctx.db, userId),
    listOwnHolds(ctx.db, userId),
    listOwnTemporaryAddresses(ctx.db, userId),
    listOwnGifts(ctx.db, userId),
    listOwnDevices(ctx.db, userId),
    listOwnWaysIn(ctx.db, userId),
  ]);
  return {
    exportedAt: ctx.clock.now().toISOString(),
    ...account,
    addresses: addresses.map(presentAddress),
    invoices: invoices.map(({ createdAt, ...invoice }) => ({ ...invoice, issuedAt: createdAt.toISOString() })),
    letters: pieces.map(presentPiece),
    holds: holds.map(({ createdAt, ...hold }) => ({ ...hold, askedAt: createdAt.toISOString() })),
    temporaryAddresses: elsewhere.map(({ createdAt, address, ...letters }) => ({
      ...letters,
      address: linesOf(address),
      askedAt: createdAt.toISOString(),
    })),
    gifts: gifts.map(({ createdAt, ...gift }) => ({ ...gift, createdAt: createdAt.toISOString() })),
    devices: devices.map(({ createdAt, ...device }) => ({ ...device, signedInAt: createdAt.toISOString() })),
    waysIn,
  };
}

function presentPiece({ address, ...piece }: OwnPiece): Reply['letters'][number] {
  return { ...piece, address: linesOf(address) };
}

function linesOf(address: OwnPiece['address']): string[] {
  return Object.values(address ?? {}).filter((line) => line !== null);
}
