import type { Context } from '../../src/server/context.ts';
import { runCommand } from '../../src/server/operator/terminal/commands.ts';

/** An operator called Odile at a terminal beside that shop. */
export function terminalOf({ ctx }: { readonly ctx: Context }) {
  return async (...args: string[]): Promise<string> => await runCommand(ctx, [...args, '--by', 'Odile']);
}
