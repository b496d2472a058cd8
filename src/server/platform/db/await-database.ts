import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loggedError } from '../logging/log.ts';
import { isDatabaseOutage } from './outage.ts';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 2_000;

export async function whenDatabaseAnswers<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      if (wait === FIRST_RETRY_MS) {
        const { message } = loggedError(error);
        log.warn({ error: message }, 'the database is not available yet; trying again');
      }
      await sleep(wait);
    }
  }
}
