import { formatUsd } from '../../../domain/money.ts';
import { funnelReport } from '../figures/funnel.ts';
import { refundUnderGuarantee } from '../../commerce/billing/guarantee.ts';
import type { Db } from '../../platform/db/database.ts';
import { findSubscription, findSubscriptionOf, type Subscription } from '../../commerce/subscriptions/queries.ts';
import { atTerminal, type Commands } from './command.ts';
import { DESK_COMMANDS } from './desk-commands.ts';
import { HISTORY_COMMAND } from './history-command.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';
import { UUID } from '../../../contract/fields.ts';
import { SUBSCRIBER_COMMANDS } from './subscriber-commands.ts';
import { FULFILMENT_COMMANDS } from './fulfilment-commands.ts';
import { ROLE_COMMANDS } from './role-commands.ts';

/** Everything an operator can do from a terminal: `npm run operator -- NAME --option value`. */
export const COMMANDS: Commands = {
  ...ROLE_COMMANDS,
  ...SUBSCRIBER_COMMANDS,
  ...HISTORY_COMMAND,
  refund: {
    usage: 'refund --subscription ID [--note TEXT]   gives a season back under the 30-day guarantee',
    async run(ctx, { subscription, note }, operator) {
      if (!subscription) throw new OperatorError('Say which one: --subscription ID.');
      const { id } = await subscriptionCalled(ctx.db, subscription);
      const cents = await refundUnderGuarantee(ctx, id, atTerminal(operator, note ?? null));
      return `${formatUsd(cents)} given back in all. The subscription has ended, and no letter follows.`;
    },
  },
  funnel: {
    usage: 'funnel [--days 30]                       from the landing page to the payment: how far visits came',
    async run(ctx, { days = '30' }) {
      const count = Number(days);
      if (!Number.isInteger(count) || count < 1 || count > 400)
        throw new OperatorError('Say how many: --days 1 to 400.');
      return await funnelReport(ctx, count);
    },
  },
  ...FULFILMENT_COMMANDS,
  ...DESK_COMMANDS,
};

/** By our id or the provider's, whichever the operator has at hand. */
async function subscriptionCalled(db: Db, called: string): Promise<Subscription> {
  const id = called.toLowerCase();
  const found = UUID.test(id) ? await findSubscription(db, id) : await findSubscriptionOf(db, called);
  if (found === null) throw new OperatorError(`There is no subscription ${called}.`);
  return found;
}

export function usage(): string {
  const lines = Object.values(COMMANDS).map((command) => `  npm run operator -- ${command.usage}`);
  return ['Commands (add --by NAME to sign as somebody else, --after PLACE to read on in a list):', ...lines].join(
    '\n',
  );
}
