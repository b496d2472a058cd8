import { ConfigError, type Environment, isProduction, read, seconds } from './variables.ts';

/**
 * Kubernetes waits half a minute before it kills the process.
 * @throws ConfigError
 */
export function readStopping(env: Environment): { readonly drainSeconds: number; readonly stopSeconds: number } {
  const [drain, stop] = isProduction(env) ? [5, 25] : [0, 9];
  const stopSeconds = read(env, 'STOP_SECONDS', seconds(5, 3600), stop);
  const drainSeconds = read(env, 'DRAIN_SECONDS', seconds(0, 3600), Math.min(drain, stopSeconds - 4));
  if (drainSeconds + 4 <= stopSeconds) return { drainSeconds, stopSeconds };
  throw new ConfigError(
    `DRAIN_SECONDS is ${drainSeconds} and STOP_SECONDS ${stopSeconds}: the second counts from the signal too, and must be at least 4 more.`,
  );
}
