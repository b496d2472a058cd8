import { publish } from '../../platform/metrics/occurrences.ts';
import type { CommerceContext } from '../context.ts';

export async function logErrors(ctx: CommerceContext, what: string, repair: () => Promise<unknown>): Promise<boolean> {
  try {
    await repair();
    return true;
  } catch (error) {
    publish('reconcile-failure', {});
    ctx.log.error({ err: error, what }, 'could not reconcile');
    return false;
  }
}
