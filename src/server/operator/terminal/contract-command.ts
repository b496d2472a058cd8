import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { OPERATOR_API } from '../../../contract/operator/api.ts';
import { RUN_FILE } from '../../../contract/operator/constants.ts';
import { CALL_ROLES, type OperatorCallName } from '../../../contract/operator/roles.ts';
import type { Role } from '../../../domain/staff-roles.ts';
import { findRoleByEmail, requireRole } from '../../identity/operators/roles.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { OperatorError } from '../../platform/api-error.ts';
import { printableJson } from '../../platform/logging/printable.ts';
import type { OperatorCall } from '../calls/operator-call.ts';
import { handlerOf } from '../handlers.ts';
import { logDownload, openRunFile } from '../runs/open-run-file.ts';
import { actOf, camelCase, type Command, kebabCase, readArguments } from './command.ts';
import { type CallContract, type Field, fieldsOf, parseFields, type Texts } from './fields.ts';
import { findIdOf } from './find-id.ts';
import { printReply } from './print-reply.ts';

type CallName = keyof typeof OPERATOR_API;

export const CALL_NAMES = Object.keys(OPERATOR_API) as CallName[];

/** @param name in camel case or kebab case */
export function contractCommand(name: string): Command | null {
  const called = CALL_NAMES.find((each) => each === camelCase(name));
  return called === undefined ? null : commandOf(OPERATOR_API[called], called);
}

function commandOf(call: Endpoint, name: CallName): Command {
  return {
    ...describe(call),
    async run(ctx, args) {
      const given = readArguments(args, namesIn(call));
      const values = parseFields(call, await completed(ctx, call, given.texts));
      const role = await roleAtTerminal(ctx, given, name);
      const reply = await handlerOf(name)({
        ctx,
        ...values,
        role,
        act: actOf(given),
      } as unknown as OperatorCall<Endpoint>);
      return given.json ? printableJson(reply) : printReply(reply);
    },
  };
}

/** A terminal has the owner's role. If an operator's email is given, it has that operator's role. */
async function roleAtTerminal(
  { db }: CommerceContext,
  { texts }: { readonly texts: Texts },
  call: OperatorCallName,
): Promise<Role> {
  const role = (await findRoleByEmail(db, texts['by']?.at(-1) ?? '')) ?? 'owner';
  requireRole(role, CALL_ROLES[call]);
  return role;
}

function describe(call: CallContract): Pick<Command, 'summary' | 'help'> {
  return { summary: call.summary, help: () => fieldsOf(call).map(lineOf) };
}

function lineOf({ name, kind, choices, required, preset }: Field): string {
  const value = choices.length > 0 ? choices.join(' | ') : kind;
  const need = name === KEY ? 'made up unless given' : required ? 'required' : 'optional';
  return `--${kebabCase(name)}  ${value}, ${need}${preset === undefined || preset === null ? '' : `, else ${JSON.stringify(preset)}`}`;
}

function namesIn(call: CallContract): string[] {
  return fieldsOf(call).map(({ name }) => name);
}

/** The field for a form's idempotency key. */
const KEY = 'key';

async function completed({ db }: CommerceContext, call: CallContract, texts: Texts): Promise<Texts> {
  const id = texts['id']?.at(-1);
  return {
    ...texts,
    ...(id !== undefined && { id: [await findIdOf(db, call.path, id)] }),
    ...(texts[KEY] === undefined && namesIn(call).includes(KEY) && { [KEY]: [randomUUID()] }),
  };
}

export const downloadRunFile: Command = {
  summary: RUN_FILE.summary,
  help: () => [...describe(RUN_FILE).help(), '--out  the file to write, required'],
  async run(ctx, args) {
    const given = readArguments(args, [...namesIn(RUN_FILE), 'out']);
    const { texts } = given;
    await roleAtTerminal(ctx, given, 'downloadRunFile');
    const out = texts['out']?.at(-1);
    if (!out) throw new OperatorError('Say where to: --out FILE.');
    const params = RUN_FILE.params.parse(parseFields(RUN_FILE, await completed(ctx, RUN_FILE, texts)).params);
    await pipeline(await openRunFile(ctx.db, params), createWriteStream(out));
    await logDownload(ctx, params, actOf(given));
    return `Written to ${out}.`;
  },
};
