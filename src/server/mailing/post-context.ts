import type { Config } from '../config.ts';
import type { Context } from '../context.ts';

/** What the sorting office needs of the house: no provider, no keys, no browser. */
export interface PostContext extends Pick<Context, 'db' | 'clock' | 'log'> {
  readonly jobs: Pick<Context['jobs'], 'enqueue'>;
  readonly config: Pick<Config, 'returnAddress'>;
}
