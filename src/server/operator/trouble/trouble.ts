import { eq } from 'drizzle-orm';
import { mailingPieces, reships } from '../../fulfilment/schema.ts';
import type { PieceReply, ReshipReply, resolveSetAside } from '../../../contract/operator/fulfilment.ts';
import { reshipReply } from '../../../contract/operator/replies.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { type Resolution, resolveSetAside as resolve } from '../../fulfilment/pieces/set-aside.ts';
import { answerReship, reportTrouble, undoReship } from '../../fulfilment/reships.ts';
import { readLetterAgain } from '../../fulfilment/calendar/calendar.ts';
import { findPiece as findPieceRow } from '../../fulfilment/pieces/pieces.ts';
import { findSubscription } from '../../commerce/subscriptions/queries.ts';
import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import { findEnvelope } from '../../fulfilment/returns/find-envelope.ts';
import { recordReturn } from '../../fulfilment/returns/record-return.ts';
import type { Db } from '../../platform/db/database.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { present } from '../../platform/http/present.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { pageOf, decodeCursor, encodeCursor } from '../calls/paging.ts';
import {
  countFound,
  countWatched,
  findPiece,
  listFoundPieces,
  listTroublePieces,
  listWatchedPieces,
  openTrouble,
  presentPiece,
} from '../pieces.ts';
import { findReship, listAskedReshipPage, type ReshipRow } from './reship-queries.ts';

export const troubleHandlers = {
  async listTrouble({ ctx: { db }, query: { state, after } }) {
    if (state === 'quiet' || state === 'coming_back') {
      const watched = await listWatchedPieces(db, state, decodeCursor(after));
      return pageOf(watched, presentPiece, ({ piece, noticedAt }) => encodeCursor({ at: noticedAt, id: piece.id }));
    }
    const rows = await listTroublePieces(db, state, decodeCursor(after));
    return pageOf(rows, presentPiece, ({ piece }) => encodeCursor({ at: piece.updatedAt, id: piece.id }));
  },

  async countTrouble({ ctx: { db } }) {
    const [set_aside, asked, lost, found, returned, quiet, coming_back] = await Promise.all([
      db.$count(mailingPieces, eq(mailingPieces.state, 'set_aside')),
      db.$count(reships, eq(reships.state, 'asked')),
      db.$count(mailingPieces, openTrouble('lost')),
      countFound(db),
      db.$count(mailingPieces, openTrouble('returned')),
      countWatched(db, 'quiet'),
      countWatched(db, 'coming_back'),
    ]);
    return { set_aside, reships: asked, lost, found, returned, quiet, coming_back };
  },

  async listFound({ ctx: { db }, query: { after } }) {
    const rows = await listFoundPieces(db, decodeCursor(after));
    return pageOf(
      rows,
      ({ foundAt, ...row }) => ({ ...presentPiece(row), foundAt: foundAt.toISOString() }),
      ({ piece, foundAt }) => encodeCursor({ at: foundAt, id: piece.id }),
    );
  },

  async resolveSetAside({ ctx, params: { id }, body, act }) {
    await resolve(ctx, id, resolutionIn(body), act);
    const row = await findPiece(ctx.db, id);
    return { piece: row && presentPiece(row) };
  },

  async reportLost({ ctx, params: { id }, body: { reason, sendAgain }, act }) {
    await reportTrouble(ctx, id, { cause: 'lost', sendAgain, reason: reason || null }, act);
    return await presentFound(ctx.db, id);
  },

  async reportReturned({ ctx, params: { id }, body: { why, reason, sendAgain }, act }) {
    await recordReturn(
      ctx,
      id,
      { sendAgain, reason: why ?? (reason || null) },
      { ...act, note: why === null ? null : reason || null },
    );
    return await presentFound(ctx.db, id);
  },

  async findEnvelope({ ctx: { db, clock }, query: { mark } }) {
    return await presentFound(db, await findEnvelope(db, mark, clock.now()));
  },

  async getSendAgain({ ctx: { db, clock }, params: { id } }) {
    const { letter, subscriptionId } = await findPieceRow(db, id);
    const subscription = orNotFound(await findSubscription(db, subscriptionId), 'subscription');
    const again = await readLetterAgain(db, subscription, letter, clock.now());
    if (again === null) return { again };
    const { now, withNext, address } = again;
    return { again: { now, withNext, address: [...envelopeLines(storedAddress(address))] } };
  },

  async listReships({ ctx: { db }, query: { after } }) {
    const rows = await listAskedReshipPage(db, decodeCursor(after));
    return pageOf(rows, presentReship, ({ reship }) => encodeCursor({ at: reship.askedAt, id: reship.id }));
  },

  async decideReshipRequest({ ctx, params: { id }, body: { approve, way }, act }) {
    await answerReship(ctx, id, { approve, way }, act);
    return presentReship(orNotFound(await findReship(ctx.db, id), 'request'));
  },

  async undoSendAgain({ ctx, params: { id }, act }) {
    const { letter } = await undoReship(ctx, id, act);
    return { letter };
  },
} satisfies Partial<OperatorHandlers>;

function resolutionIn({ kind, address, forLater }: BodyOf<typeof resolveSetAside>): Resolution {
  if (kind !== 'fix') return { kind };
  if (address !== null) return { kind, address, forLater };
  throw new ApiError('validation_failed', 'Say how the address reads.', { address: 'Please fill this in.' });
}

async function presentFound(db: Db, id: string): Promise<PieceReply> {
  return presentPiece(orNotFound(await findPiece(db, id), 'letter'));
}

function presentReship({ reship, recipient }: ReshipRow): ReshipReply {
  return present(reshipReply, { ...reship, recipient });
}
