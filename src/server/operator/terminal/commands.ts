import type { CommerceContext } from '../../commerce/context.ts';
import { type ApiError, OperatorError } from '../../platform/api-error.ts';
import { ArgumentError, camelCase, type Command, kebabCase } from './command.ts';
import { CALL_NAMES, contractCommand, downloadRunFile } from './contract-command.ts';
import { SERVER_COMMANDS } from './server-commands.ts';

export const COMMAND_NAMES = [...CALL_NAMES.map(kebabCase), 'download-run-file', ...Object.keys(SERVER_COMMANDS)];

/** @throws OperatorError with a list of all commands if the name is unknown */
export function findCommand(name: string): Command {
  const found = commandNamed(name);
  const run: Command['run'] = async (ctx, args) => {
    try {
      return await found.run(ctx, args);
    } catch (error) {
      if (!(error instanceof ArgumentError)) throw error;
      throw new OperatorError(`${error.message}\n${helpFor(name)}`);
    }
  };
  return { ...found, run };
}

function commandNamed(name: string): Command {
  const own = Object.hasOwn(SERVER_COMMANDS, name) ? SERVER_COMMANDS[name] : undefined;
  const found = own ?? (camelCase(name) === 'downloadRunFile' ? downloadRunFile : contractCommand(name));
  if (found === null) throw new OperatorError(usage());
  return found;
}

export async function runCommand(ctx: CommerceContext, [name = '', ...args]: readonly string[]): Promise<string> {
  return await findCommand(name).run(ctx, args);
}

export function usage(): string {
  return [
    'Commands (add --by NAME to sign as somebody else, --after PLACE to read on in a list):',
    ...COMMAND_NAMES.map((name) => `  ${name.padEnd(30)} ${commandNamed(name).summary}`),
    'What a command takes: help COMMAND. The reply as the console gets it: --json.',
  ].join('\n');
}

export function helpFor(name: string): string {
  const { summary, help } = commandNamed(name);
  return [`npm run operator -- ${kebabCase(name)}`, summary, ...help().map((line) => `  ${line}`)].join('\n');
}

export function printApiError({ message, fields = {} }: ApiError): string {
  return [message, ...Object.entries(fields).map(([path, problem]) => `  ${fieldName(path)}: ${problem}`)].join('\n');
}

function fieldName(path: string): string {
  return `--${kebabCase(path.replace(/^(params|query|body)\./, ''))}`;
}
