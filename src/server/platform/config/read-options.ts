import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigError } from './variables.ts';

/** @throws ConfigError with the problem in one sentence, and the usage */
export function readOptions<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new ConfigError(`${optionProblem(error)}\n${usage}`);
  }
}

/** @throws any error that isn't about an option */
export function optionProblem(error: unknown): string {
  if (!(error instanceof TypeError) || !('code' in error)) throw error;
  return `${error.message.split('. ')[0]}.`;
}
