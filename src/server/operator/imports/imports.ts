import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { writeOperatorLog } from '../../platform/operator-log.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { OperatorCall, OperatorHandlers } from '../calls/operator-call.ts';
import { decodeCursor, decodeNumber, encodeCursor, pageOf } from '../calls/paging.ts';
import { headProblem } from './check.ts';
import { subscriberImportParts, subscriberImports } from './imports-schema.ts';
import type { LogKind } from '../../../contract/operator/log-kinds.ts';
import type { checkImport } from '../../../contract/operator/imports.ts';
import {
  type Import,
  listImportLines,
  listRowsShown,
  lockImport,
  presentImport,
  readImport,
  setImport,
} from './queries.ts';

export const importHandlers = {
  async listImports({ ctx: { db }, query: { after } }) {
    const lines = await listImportLines(db, decodeCursor(after));
    return pageOf(lines, presentImport, (row) => encodeCursor({ at: row.createdAt, id: row.id }));
  },

  async getImport({ ctx: { db }, params: { id } }) {
    return await readImport(db, id);
  },

  async listImportRows({ ctx: { db }, params: { id }, query: { after, state } }) {
    await readImport(db, id);
    const shown = await listRowsShown(db, id, state, decodeNumber(after, 2 ** 31 - 1) ?? 0);
    return pageOf(
      shown,
      ({ row: { line, data, ...row }, profile }) => ({
        line,
        name: row.name ?? profile?.fullName ?? null,
        email: row.email ?? profile?.email ?? null,
        state: row.state,
        problem: row.problem,
        plan: data?.planType ?? null,
        lettersReceived: data?.lettersReceived ?? null,
        paidThrough: data?.nextCharge ?? null,
        subscriptionId: row.subscriptionId,
        invitedAt: row.invitedAt?.toISOString() ?? null,
      }),
      ({ row }) => String(row.line),
    );
  },

  async startImport({ ctx: { db, clock }, body: { name }, act }) {
    const id = randomUUID();
    await db.transaction(async (tx) => {
      const row = { id, name, state: 'uploading', operator: act.operator, createdAt: clock.now() } as const;
      await tx.insert(subscriberImports).values(row);
      await writeOperatorLog(
        tx,
        { ...act, action: 'import_started', subscriptionId: null, detail: { name } },
        clock.now(),
      );
    });
    return await readImport(db, id);
  },

  async addImportPart({ ctx: { db }, params: { id }, body: { part, text } }) {
    await db.transaction(async (tx) => {
      requireState(await lockImport(tx, id), 'uploading');
      await tx
        .insert(subscriberImportParts)
        .values({ importId: id, part, text })
        .onConflictDoUpdate({ target: [subscriberImportParts.importId, subscriberImportParts.part], set: { text } });
    });
    return { part };
  },

  async checkImport(call) {
    const { ctx, params } = call;
    const isFirst = and(eq(subscriberImportParts.importId, params.id), eq(subscriberImportParts.part, 1));
    const first = await findRow(ctx.db, subscriberImportParts, isFirst);
    return await begin(call, { from: 'uploading', to: 'checking', action: 'import_checked' }, () => {
      const problem = headProblem(first?.text ?? '');
      if (problem !== null) throw new ApiError('validation_failed', problem, { file: problem });
    });
  },

  async applyImport(call) {
    return await begin(call, { from: 'checked', to: 'applying', action: 'import_applied' }, () => undefined);
  },

  async inviteImport(call) {
    return await begin(call, { from: 'applied', to: 'inviting', action: 'import_invited' }, () => undefined);
  },

  async undoImport(call) {
    const { inRuns } = await readImport(call.ctx.db, call.params.id);
    return await begin(call, { from: 'applied', to: 'undoing', action: 'import_undone' }, () => {
      if (inRuns === 0) return;
      const letters = inRuns === 1 ? '1 letter of this import is' : `${inRuns} letters of this import are`;
      throw new ApiError('wrong_state', `${letters} in a mailing run already, so it can’t be undone.`);
    });
  },
} satisfies Partial<OperatorHandlers>;

interface Step {
  readonly from: Import['state'];
  readonly to: Import['state'];
  readonly action: LogKind;
}

/** A job does the work, since thousands of rows take longer than a request may. */
async function begin(
  { ctx, params: { id }, act }: OperatorCall<typeof checkImport>,
  { from, to, action }: Step,
  check: () => void,
) {
  await ctx.db.transaction(async (tx) => {
    const found = await lockImport(tx, id);
    requireState(found, from);
    check();
    await setImport(tx, id, { state: to });
    await ctx.jobs.enqueue(tx, 'work-at-import', { importId: id });
    const detail = { name: found.name };
    await writeOperatorLog(tx, { ...act, action, subscriptionId: null, detail }, ctx.clock.now());
  });
  return await readImport(ctx.db, id);
}

const SAID: Readonly<Record<Import['state'], string>> = {
  uploading: 'The dry run hasn’t been made yet.',
  checking: 'The dry run is still going on.',
  checked: 'The dry run is finished.',
  failed: 'The file can’t be read. Start another import.',
  applying: 'This import is being applied.',
  applied: 'This import has been applied.',
  inviting: 'Invitations of this import are being sent.',
  undoing: 'This import is being undone.',
  undone: 'This import was undone.',
};

function requireState({ state }: Import, needed: Import['state']): void {
  if (state !== needed) throw new ApiError('wrong_state', SAID[state]);
}
