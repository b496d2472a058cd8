import { formatUsd } from '../../domain/money.ts';
import { funnelReport } from '../analytics/funnel.ts';
import { refundUnderGuarantee } from '../billing/guarantee.ts';
import type { Context } from '../context.ts';
import { OperatorError } from './operator-error.ts';

/** What stands behind the command's name: `--subscription ID` and the like. */
export type Options = Readonly<Record<string, string | undefined>>;

interface Command {
  /** How it is called, and what it does. */
  readonly usage: string;
  /** @returns what the operator reads. @throws OperatorError */
  run(ctx: Context, options: Options, operator: string): Promise<string>;
}

/** Everything an operator can do from a terminal: `npm run operator -- NAME --option value`. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  refund: {
    usage: 'refund --subscription ID [--note TEXT]   gives a season back under the 30-day guarantee',
    async run(ctx, { subscription, note }, operator) {
      if (!subscription) throw new OperatorError('Say which one: --subscription ID.');
      const cents = await refundUnderGuarantee(ctx, subscription, { operator, note: note ?? null });
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
};

export function usage(): string {
  const lines = Object.values(COMMANDS).map((command) => `  npm run operator -- ${command.usage}`);
  return ['Commands (add --by NAME to sign as somebody else):', ...lines].join('\n');
}
