import type { CommerceContext } from '../context.ts';

/** One that cannot be repaired must not keep the others waiting; it is told, and tried again next time. @returns whether it was */
export async function logErrors(ctx: CommerceContext, what: string, repair: () => Promise<unknown>): Promise<boolean> {
  try {
    await repair();
    return true;
  } catch (error) {
    ctx.log.error({ err: error, what }, 'could not reconcile');
    return false;
  }
}
