import { Refusal } from '../clients/shopper.ts';

const BUSY: ReadonlySet<string> = new Set(['unavailable', 'checkout_busy', 'payments_unavailable']);
const PATIENCE = 50;

/** Presses again for as long as the shop says that it is too busy: a further chance for a second charge. */
export async function retryWhileBusy<T>(press: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await press();
    } catch (error) {
      if (!(error instanceof Refusal && BUSY.has(error.code)) || tries === PATIENCE) throw error;
    }
  }
}
