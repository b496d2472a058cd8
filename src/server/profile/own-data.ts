import type { ReplyOf } from '../../contract/endpoint.ts';
import type { getOwnData } from '../../contract/own-data.ts';
import { presentAddress } from '../addresses/addresses.ts';
import { listAddresses } from '../addresses/queries.ts';
import type { SignedInCall } from '../http/serve.ts';
import { handleGetAccount } from '../subscriptions/account.ts';
import {
  listOwnDevices,
  listOwnGifts,
  listOwnInvoiceRows,
  listOwnPieces,
  listOwnWaysIn,
  type OwnPiece,
} from './own-data-queries.ts';

type Reply = ReplyOf<typeof getOwnData>;

/** Everything the shop keeps about a person. Secrets (password hash, keys of sessions) are not data about anybody. */
export async function handleGetOwnData(call: SignedInCall<typeof getOwnData>): Promise<Reply> {
  const { ctx, person } = call;
  const { userId } = person;
  const account = await handleGetAccount(call);
  const [addresses, invoices, pieces, gifts, devices, waysIn] = await Promise.all([
    listAddresses(ctx.db, userId),
    listOwnInvoiceRows(ctx.db, userId),
    listOwnPieces(ctx.db, userId),
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
    gifts: gifts.map(({ createdAt, ...gift }) => ({ ...gift, createdAt: createdAt.toISOString() })),
    devices: devices.map(({ createdAt, ...device }) => ({ ...device, signedInAt: createdAt.toISOString() })),
    waysIn,
  };
}

function presentPiece({ address, ...piece }: OwnPiece): Reply['letters'][number] {
  return { ...piece, address: Object.values(address ?? {}).filter((line) => line !== null) };
}
