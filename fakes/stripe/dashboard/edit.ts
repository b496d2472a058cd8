import { invalidRequest } from '../http/failure.ts';
import type { World } from '../world.ts';
import { editCharge, editCustomer, editInvoice, editReview } from './payments.ts';
import { editSubscription } from './subscriptions.ts';

const EDITS: readonly { readonly prefix: string; run(world: World, id: string, given: unknown): unknown }[] = [
  { prefix: 'sub_', run: editSubscription },
  { prefix: 'cus_', run: editCustomer },
  { prefix: 'in_', run: editInvoice },
  { prefix: 'ch_', run: editCharge },
  { prefix: 'prv_', run: editReview },
];

/** What an operator can change on the pages of Stripe's Dashboard, with the events that Stripe sends. */
export function edit(world: World, id: string, given: unknown): unknown {
  const found = EDITS.find(({ prefix }) => id.startsWith(prefix));
  if (!found) throw invalidRequest(`Nothing of ${id} can be edited.`);
  return found.run(world, id, given);
}
