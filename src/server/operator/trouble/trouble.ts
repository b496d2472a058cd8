import type { CommerceCall } from '../../commerce/context.ts';
import type { BodyOf, ReplyOf } from '../../../contract/endpoint.ts';
import type {
  decideReshipRequest,
  listReships,
  listTrouble,
  PieceReply,
  reportLost,
  reportReturned,
  ReshipReply,
  resolveSetAside,
} from '../../../contract/operator/fulfilment.ts';
import type { Db } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/errors/api-error.ts';
import { type Resolution, resolveSetAside as resolve } from '../../fulfilment/pieces/set-aside.ts';
import { answerReship, reportTrouble } from '../../fulfilment/reships/reships.ts';
import { actOf } from '../paging/act.ts';
import { pageOf, placeIn, placeOf } from '../paging/paging.ts';
import {
  findPiece,
  findReship,
  listAskedReshipPage,
  listTroublePieces,
  type TroubleState,
} from '../runs/fulfilment-queries.ts';
import { presentPiece, presentReship } from '../runs/present-fulfilment.ts';

export async function handleListTrouble({
  ctx,
  query: { state, after },
}: CommerceCall<typeof listTrouble>): Promise<ReplyOf<typeof listTrouble>> {
  return await pageOfTrouble(ctx.db, state, after);
}

export async function pageOfTrouble(db: Db, state: TroubleState, after?: string) {
  const rows = await listTroublePieces(db, state, placeIn(after));
  return pageOf(rows, presentPiece, ({ piece }) => placeOf({ at: piece.updatedAt, id: piece.id }));
}

export async function handleResolveSetAside({
  ctx,
  params,
  user,
  body,
}: CommerceCall<typeof resolveSetAside>): Promise<ReplyOf<typeof resolveSetAside>> {
  await resolve(ctx, params.id, resolutionIn(body), actOf(user));
  const row = await findPiece(ctx.db, params.id);
  return { piece: row && presentPiece(row) };
}

function resolutionIn({ kind, address, forLater }: BodyOf<typeof resolveSetAside>): Resolution {
  if (kind !== 'fix') return { kind };
  if (address !== null) return { kind, address, forLater };
  throw new ApiError('validation_failed', 'Say how the address reads.', { address: 'Please fill this in.' });
}

export const handleReportLost = (call: CommerceCall<typeof reportLost>) => giveUp(call, 'lost');
export const handleReportReturned = (call: CommerceCall<typeof reportReturned>) => giveUp(call, 'returned');

async function giveUp(
  { ctx, params, user, body: { reason, sendAgain } }: CommerceCall<typeof reportLost>,
  cause: 'lost' | 'returned',
): Promise<PieceReply> {
  await reportTrouble(ctx, params.id, { cause, sendAgain, reason: reason || null }, actOf(user));
  const row = await findPiece(ctx.db, params.id);
  if (row === null) throw notFound('letter');
  return presentPiece(row);
}

export async function handleListReships({
  ctx,
  query,
}: CommerceCall<typeof listReships>): Promise<ReplyOf<typeof listReships>> {
  return await pageOfReships(ctx.db, query.after);
}

export async function pageOfReships(db: Db, after?: string) {
  const rows = await listAskedReshipPage(db, placeIn(after));
  return pageOf(rows, presentReship, ({ reship }) => placeOf({ at: reship.askedAt, id: reship.id }));
}

export async function handleDecideReship({
  ctx,
  params,
  user,
  body: { approve, way },
}: CommerceCall<typeof decideReshipRequest>): Promise<ReshipReply> {
  await answerReship(ctx, params.id, { approve, way }, actOf(user));
  const row = await findReship(ctx.db, params.id);
  if (row === null) throw notFound('request');
  return presentReship(row);
}
