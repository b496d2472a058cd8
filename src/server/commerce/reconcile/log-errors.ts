import type { CommerceContext } from '../context.ts';

/** One failure must not stop the rest. @returns whether the repair succeeded */
export async function logErrors(ctx: CommerceContext, what: string, repair: () => Promise<unknown>): Promise<boolean> {
  try {
    await repair();
    return true;
  } catch (error) {
    ctx.log.error({ err: error, what }, 'could not reconcile');
    return false;
  }
}
