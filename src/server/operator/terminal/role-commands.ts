import { migrate } from '../../platform/db/migrate.ts';
import { atTerminal, type Commands, listing, wordOf } from './command.ts';
import { grantRole, listOperators, revokeRole } from '../../identity/operators/roles.ts';
import { type Removed, removeDemonstration } from '../demonstration/remove-demonstration.ts';

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
  'remove-demonstration': {
    usage: 'remove-demonstration                     takes the demonstration people away, before real ones come',
    runsWhileRefused: true,
    async run(ctx, { note }, operator) {
      // A server that refuses to start has not migrated.
      await migrate(ctx.config.databaseUrl);
      return removedInWords(await removeDemonstration(ctx, atTerminal(operator, note ?? null)));
    },
  },
};

function removedInWords({ users, ...belongings }: Removed): string {
  if (users === 0) return 'There are no demonstration people here.';
  const rows = Object.entries(belongings).map(([name, rows]) => [rows, IN_WORDS[name as keyof typeof belongings]]);
  return listing(`Demonstration people taken away: ${users}. With them went:`, rows, '');
}

const IN_WORDS: Readonly<Record<Exclude<keyof Removed, 'users'>, string>> = {
  subscriptions: 'subscriptions',
  invoices: 'invoices',
  letters: 'letters',
  gifts: 'gifts',
  addresses: 'addresses',
  sessions: 'sessions',
  factors: 'authenticator apps',
  emails: 'e-mails',
};
