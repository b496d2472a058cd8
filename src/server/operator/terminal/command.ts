import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { CommerceContext } from '../../commerce/context.ts';
import type { OperatorAct } from '../../platform/audit-log/operator-log.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';

export interface Command {
  readonly summary: string;
  /** One line each for `help`. */
  readonly help: readonly string[];
  /** True for the command that repairs what keeps the server from starting. */
  readonly runsWhileRefused?: true;
  /**
   * @returns what the operator reads
   * @throws OperatorError, ApiError
   */
  run(ctx: CommerceContext, args: readonly string[]): Promise<string>;
}

interface Arguments {
  readonly words: readonly string[];
  /** The texts of each `--name`, in camel case. */
  readonly texts: Readonly<Record<string, string[] | undefined>>;
  readonly json: boolean;
}

/**
 * @param names of what may be given with `--name`
 * @throws OperatorError for any other name
 */
export function readArguments(args: readonly string[], names: readonly string[]): Arguments {
  const text = { type: 'string', multiple: true } as const;
  try {
    const { positionals, values } = parseArgs({
      args: args.map((arg) => arg.replace(/^--[^=]+/, (flag) => `--${camelCase(flag.slice(2))}`)),
      allowPositionals: true,
      options: { ...Object.fromEntries(names.map((name) => [name, text])), by: text, json: { type: 'boolean' } },
    });
    const { json = false, ...texts } = values;
    return { words: positionals, texts: texts as Arguments['texts'], json: json === true };
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) throw new OperatorError(error.message);
    throw error;
  }
}

/** The operator as the log names them: `--by`, or the user of the machine. */
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
