import { type Config, parseConfig, readConfig } from './platform/config/config.ts';
import { asksForHelp } from './platform/config/asks-for-help.ts';
import { ConfigError } from './platform/config/variables.ts';
import { closeContext, openContext } from './context.ts';
import { ApiError, OperatorError } from './platform/api-error.ts';
import { isDatabaseOutage } from './platform/db/outage.ts';
import { LogStream } from './platform/logging/log-stream.ts';
import { openLog } from './platform/logging/log.ts';
import { printable } from './platform/logging/printable.ts';
import type { Command } from './operator/terminal/command.ts';
import { findCommand, helpFor, printApiError, usage } from './operator/terminal/commands.ts';

try {
  process.stdout.write(`${printable(await run(process.argv.slice(2)))}\n`);
} catch (error) {
  process.stderr.write(`${printable(sentenceOf(error))}\n`);
  process.exitCode = 1;
}

async function run([name = '', ...args]: string[]): Promise<string> {
  if (name === 'help') return args[0] === undefined ? usage() : helpFor(args[0]);
  if (asksForHelp([name, ...args])) return asksForHelp([name]) ? usage() : helpFor(name);
  const command = findCommand(name);
  const log = openLog('warn', new LogStream({ fd: process.stderr.fd }));
  // The role `web` only enqueues jobs; the running shop's workers run them.
  const ctx = await openContext({ ...configFor(command), role: 'web' }, { log });
  try {
    await ctx.jobs.start();
    return await command.run(ctx, args);
  } finally {
    await closeContext(ctx);
  }
}

function configFor({ runsWhileRefused }: Command): Config {
  return runsWhileRefused ? parseConfig(process.env).config : readConfig(process.env);
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return printApiError(error);
  if (error instanceof OperatorError || error instanceof ConfigError) return error.message;
  if (isDatabaseOutage(error)) return 'The database cannot be reached. Is the shop open?';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
