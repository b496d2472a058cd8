import type { Config } from '../../platform/config/config.ts';
import type { CommerceContext } from '../../commerce/context.ts';

export interface FulfilmentContext extends Pick<CommerceContext, 'db' | 'clock' | 'log' | 'addressUse'> {
  readonly jobs: Pick<CommerceContext['jobs'], 'enqueue'>;
  readonly config: Pick<Config, 'returnAddress' | 'siteUrl' | 'letterCodes' | 'mailer'>;
}
