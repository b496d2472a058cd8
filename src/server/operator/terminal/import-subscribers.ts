import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { importParts } from '../../../contract/operator/import-parts.ts';
import { CALL_ROLES } from '../../../contract/operator/roles.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { findRoleByEmail, requireRole } from '../../identity/operators/roles.ts';
import { OperatorError } from '../../platform/api-error.ts';
import { importHandlers } from '../imports/imports.ts';
import { listRowsIn, readImport } from '../imports/queries.ts';
import { workAtImport } from '../imports/work.ts';
import { actOf, type Command, readArguments } from './command.ts';

export const importSubscribers: Command = {
  summary: 'Dry run of a CSV file of subscribers: names every row that would be refused, and why.',
  help: () => ['FILE  required', '--name  text, else the name of the file'],
  async run(ctx, args) {
    const given = readArguments(args, ['name'], true);
    const [file] = given.words;
    if (file === undefined) throw new OperatorError('Say which file: a path.');
    const act = actOf(given);
    requireRole((await findRoleByEmail(ctx.db, given.texts['by']?.at(-1) ?? '')) ?? 'owner', CALL_ROLES.startImport);
    const text = await readFile(file, 'utf8').catch(() => {
      throw new OperatorError(`${file} can’t be read.`);
    });
    const call = { ctx, query: undefined, role: 'owner', act } as const;
    const body = { name: given.texts['name']?.at(-1) ?? basename(file) };
    const { id } = await importHandlers.startImport({ ...call, params: undefined, body });
    for (const [index, part] of importParts(text).entries()) {
      await importHandlers.addImportPart({ ...call, params: { id }, body: { part: index + 1, text: part } });
    }
    await importHandlers.checkImport({ ...call, params: { id }, body: undefined });
    await workAtImport(ctx, id);
    return await outcomeInWords(ctx, id);
  },
};

async function outcomeInWords(ctx: CommerceContext, id: string): Promise<string> {
  const { state, problem, ready, refused, withoutStripe } = await readImport(ctx.db, id);
  if (state === 'failed') return `Nothing can be imported. ${problem ?? ''}`;
  const refusedRows = await listRowsIn(ctx.db, id, 'refused', refused);
  return [
    `Dry run: ${ready} rows are ready, ${withoutStripe} of them without a Stripe subscription; ${refused} would be refused.`,
    ...refusedRows.map(({ line, email, problem: why }) => `  line ${line}, ${email ?? ''}: ${why ?? ''}`),
    `To import the ready rows: npm run operator -- apply-import --id ${id}`,
  ].join('\n');
}
