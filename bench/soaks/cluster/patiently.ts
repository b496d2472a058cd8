import { setTimeout as sleep } from 'node:timers/promises';

const AGAIN_MS = 1_000;
const WITHIN_MS = 300_000;

/** Whatever fails meanwhile, the work is begun again. @throws the last error after some minutes */
export async function patiently<T>(work: () => Promise<T>, withinMs = WITHIN_MS): Promise<T> {
  for (const deadline = performance.now() + withinMs; ; await sleep(AGAIN_MS)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}
