import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { CommerceContext } from '../../commerce/context.ts';
import type { OperatorAct } from '../../platform/operator-log.ts';
import { OperatorError } from '../../platform/api-error.ts';
import { optionProblem } from '../../platform/config/read-options.ts';

export interface Command {
  readonly summary: string;
  /** One line for each argument. */
  readonly help: () => readonly string[];
  /** For commands that repair the settings which keep a server from starting. */
  readonly runsWhileRefused?: true;
  /** @throws OperatorError, ApiError */
  run(ctx: CommerceContext, args: readonly string[]): Promise<string>;
}

interface Arguments {
  readonly words: readonly string[];
  readonly texts: Readonly<Record<string, string[] | undefined>>;
  readonly json: boolean;
}

/** Arguments that a command doesn't take. */
export class ArgumentError extends OperatorError {}

/** @throws ArgumentError */
export function readArguments(args: readonly string[], names: readonly string[], takesWords = false): Arguments {
  const text = { type: 'string', multiple: true } as const;
  try {
    const { positionals, values } = parseArgs({
      args: args.map((arg) => arg.replace(/^--[^=]+/, (flag) => `--${camelCase(flag.slice(2))}`)),
      allowPositionals: takesWords,
      options: { ...Object.fromEntries(names.map((name) => [name, text])), by: text, json: { type: 'boolean' } },
    });
    const { json = false, ...texts } = values;
    return { words: positionals, texts, json };
  } catch (error) {
    throw new ArgumentError(optionProblem(error));
  }
}

export function actOf({ texts }: Pick<Arguments, 'texts'>): OperatorAct {
  const name = texts['by']?.at(-1) ?? userInfo().username;
  return { operator: `${name}, at a terminal`, note: texts['note']?.at(-1) ?? null };
}

export function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
