import { atTerminal, type Commands, listing, wordOf } from './command.ts';
import { grantRole, listOperators, revokeRole } from '../../identity/operators/roles.ts';

const WHO = 'Say who: an e-mail address.';

export const ROLE_COMMANDS: Commands = {
  grant: {
    usage: 'grant EMAIL                              lets somebody into the console at /operator',
    async run(ctx, { note }, operator, words) {
      const email = wordOf(words, WHO);
      await grantRole(ctx, email, atTerminal(operator, note ?? null));
      return `${email} is an operator. The console opens at ${ctx.config.siteUrl}/account, once two-step verification is on.`;
    },
  },
  revoke: {
    usage: 'revoke EMAIL                             shuts them out again, at once',
    async run(ctx, { note }, operator, words) {
      const email = wordOf(words, WHO);
      await revokeRole(ctx, email, atTerminal(operator, note ?? null));
      return `${email} is no operator any more.`;
    },
  },
  operators: {
    usage: 'operators                                who is let in',
    async run(ctx) {
      const emails = await listOperators(ctx.db);
      return listing(
        'Operators:',
        emails.map((email) => [email]),
        'Nobody has the role yet.',
      );
    },
  },
};
