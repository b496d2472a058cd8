import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { readConfig, type Config, parseConfig } from './platform/config/config.ts';
import { ConfigError } from './platform/config/variables.ts';
import { closeContext, openContext } from './context.ts';
import { openLog } from './platform/logging/log.ts';
import { LogStream } from './platform/logging/log-stream.ts';
import { ApiError } from './platform/errors/api-error.ts';
import { isDatabaseOutage } from './platform/http/answer-error.ts';
import type { Options, Command } from './operator/terminal/command.ts';
import { COMMANDS, usage } from './operator/terminal/commands.ts';
import { OperatorError } from './platform/errors/operator-error.ts';

await main();

async function main(): Promise<void> {
  try {
    process.stdout.write(`${await run(readArguments(process.argv.slice(2)))}\n`);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}

interface Invocation {
  readonly name: string;
  readonly words: readonly string[];
  readonly options: Options;
}

function readArguments(args: string[]): Invocation {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      subscription: { type: 'string' },
      note: { type: 'string' },
      days: { type: 'string' },
      by: { type: 'string' },
      percent: { type: 'string' },
      duration: { type: 'string' },
      months: { type: 'string' },
      max: { type: 'string' },
      'last-day': { type: 'string' },
      run: { type: 'string' },
      batch: { type: 'string' },
      on: { type: 'string' },
      to: { type: 'string' },
      piece: { type: 'string' },
      as: { type: 'string' },
      again: { type: 'string' },
      reship: { type: 'string' },
      day: { type: 'string' },
      list: { type: 'string' },
      after: { type: 'string' },
      address: { type: 'string' },
      later: { type: 'string' },
    },
  });
  const [name = '', ...words] = positionals;
  return { name, words, options: values };
}

async function run({ name, words, options }: Invocation): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new OperatorError(usage());
  // It hands work over to the running shop's workers, and takes none itself.
  const log = openLog('warn', new LogStream({ fd: process.stderr.fd }));
  const ctx = await openContext({ ...configFor(command), role: 'web' }, { log });
  try {
    await ctx.jobs.start();
    return await command.run(ctx, options, options['by'] ?? userInfo().username, words);
  } finally {
    await closeContext(ctx);
  }
}

function configFor({ runsWhileRefused }: Command): Config {
  return runsWhileRefused ? parseConfig(process.env).config : readConfig(process.env);
}

function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError || error instanceof ConfigError || error instanceof ApiError) return error.message;
  if (error instanceof TypeError && 'code' in error) return `${error.message}\n${usage()}`;
  if (isDatabaseOutage(error)) return 'The database cannot be reached. Is the shop open?';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
