import { type CalendarDate, isCalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { HIGHEST_BATCH } from '../../../contract/operator/constants.ts';
import { findBatch, type PrintFile } from '../../fulfilment/print/print.ts';
import { listLeftOut } from '../../fulfilment/planning/left-out.ts';
import { present } from '../../platform/http/present.ts';
import { PAGE_SIZE } from '../../../contract/operator/paging.ts';
import { leftOutReply } from '../../../contract/operator/replies.ts';
import { findRun, type Run, type RunKind } from '../../fulfilment/runs/runs.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { matchCursor, invalidCursor, decodeNumber, pageOf, QUERY_LIMIT, UUID } from '../calls/paging.ts';
import { pageOfRunEvents } from '../events.ts';
import { listNumbered, listUnnumbered, presentPiece } from '../pieces.ts';
import { presentBatch, presentRunDetail, presentRuns } from './present-run.ts';
import { listBatchPage, listFilePage, listOpenRunPage, listRunPage, ownersOf } from './run-queries.ts';

export const runListHandlers = {
  async listRuns({ ctx: { db, clock }, query: { which, after } }) {
    const { items, next } =
      which === 'all'
        ? pageOf(await listRunPage(db, decodeRunCursor(after)), itself, encodeRunCursor)
        : pageOf(
            await listOpenRunPage(db, which, newYorkDate(clock.now()), decodeOpenRunCursor(after)),
            itself,
            (run) => `${run.handOverOn}_${encodeRunCursor(run)}`,
          );
    return { items: await presentRuns(db, items), next };
  },

  async getRun({ ctx, params: { id } }) {
    return await presentRunDetail(ctx, id);
  },

  async listRunBatches({ ctx: { db }, params, query: { after } }) {
    const { id } = await findRun(db, params.id);
    const rows = await listBatchPage(db, id, decodeNumber(after, HIGHEST_BATCH) ?? 0);
    return pageOf(rows, presentBatch, ({ number }) => String(number));
  },

  async listBatchFiles({ ctx: { db }, params: { id, batch }, query: { after } }) {
    const found = await findBatch(db, id, Number(batch));
    const last = matchCursor(after, /^[\w.-]{1,100}$/)?.[0] ?? null;
    return pageOf(
      await listFilePage(db, found, last),
      ({ file: { name, kind, pieces, bytes, sha256 }, paper }) => {
        const printed = HAS_PAGES.includes(kind) ? paper : null;
        return { name, pieces, sheets: printed?.sheets ?? null, sides: printed?.pages ?? null, bytes, sha256 };
      },
      ({ file }) => file.name,
    );
  },

  async listRunPieces({ ctx: { db }, params, query: { which, after } }) {
    const { id } = await findRun(db, params.id);
    if (which !== 'pile') {
      const rows = await listUnnumbered(db, id, which, matchCursor(after, UUID)?.[0] ?? null);
      return pageOf(rows, presentPiece, ({ piece }) => piece.id);
    }
    const [, letter = 0, number = 0, paid = null] = matchCursor(after, PLACE_ON_PILE) ?? [];
    const last = { letter: Number(letter), number: Number(number) };
    const numbered = paid === null ? await listNumbered(db, id, last) : [];
    const unnumbered = numbered.length < QUERY_LIMIT ? await listUnnumbered(db, id, 'frozen', paid) : [];
    return pageOf([...numbered, ...unnumbered].slice(0, QUERY_LIMIT), presentPiece, ({ piece }) =>
      piece.number === null ? piece.id : `${piece.letter}_${piece.number}`,
    );
  },

  async listLeftOut({ ctx: { db, clock }, params, query: { reason, after } }) {
    const run = await findRun(db, params.id);
    const place = matchCursor(after, UUID)?.[0] ?? null;
    const { rows, next } = await listLeftOut(db, run, { reason, after: place, limit: PAGE_SIZE, now: clock.now() });
    const owners = await ownersOf(
      db,
      rows.map(({ subscriptionId }) => subscriptionId),
    );
    const items = rows.flatMap((row) => {
      const owner = owners.get(row.subscriptionId);
      return owner ? [present(leftOutReply, { ...row, ...owner })] : [];
    });
    return { items, next };
  },

  async listRunEvents({ ctx: { db }, params, query: { after } }) {
    const { id } = await findRun(db, params.id);
    return await pageOfRunEvents(db, id, after);
  },
} satisfies Partial<OperatorHandlers>;

const HAS_PAGES: readonly PrintFile['kind'][] = ['letter_master', 'letter_personal'];

const PLACE_ON_PILE = /^(?:(\d{1,2})_(\d{1,9})|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;

const itself = (run: Run): Run => run;

function encodeRunCursor({ nominalOn, kind }: Run): string {
  return `${nominalOn}_${kind}`;
}

function decodeRunCursor(cursor: string | undefined): { nominalOn: CalendarDate; kind: RunKind } | null {
  const [, nominalOn, kind] = matchCursor(cursor, /^(2.{9})_(friday|first_letter)$/) ?? [];
  if (nominalOn === undefined) return null;
  if (!isCalendarDate(nominalOn)) throw invalidCursor();
  return { nominalOn, kind: kind as RunKind };
}

function decodeOpenRunCursor(cursor: string | undefined) {
  const [, handOverOn, rest] = matchCursor(cursor, /^(2.{9})_(.+)$/) ?? [];
  const place = decodeRunCursor(rest);
  if (handOverOn === undefined || place === null) return null;
  if (!isCalendarDate(handOverOn)) throw invalidCursor();
  return { handOverOn, ...place };
}
