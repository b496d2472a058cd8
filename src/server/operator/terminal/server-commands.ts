import {
  allowAuthenticator,
  ENROLMENT_CODE_HOURS,
  grantRole,
  listOperators,
  revokeRole,
} from '../../identity/operators/roles.ts';
import { OPERATOR_MIN_LENGTH } from '../../identity/passwords/passwords.ts';
import { type Role, ROLES } from '../../../domain/staff-roles.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import type { OperatorAct } from '../../platform/operator-log.ts';
import { prepareDatabase } from '../../platform/jobs/prepare-database.ts';
import { OperatorError } from '../../platform/api-error.ts';
import { type Removed, removeDemonstration } from '../demonstration/remove-demonstration.ts';
import { actOf, type Command, readArguments } from './command.ts';
import { importSubscribers } from './import-subscribers.ts';

/** Commands for actions that the console doesn't have. */
export const SERVER_COMMANDS: Readonly<Record<string, Command>> = {
  grant: roleCommand('Lets somebody into the console at /operator.', async (ctx, email, act, given) => {
    const role = roleIn(given ?? 'owner');
    const { enrolmentCode } = await grantRole(ctx, email, act, role);
    const granted =
      `${email} is an operator (${role}), and finds the console at ${ctx.config.siteUrl}/account. ` +
      `A password of fewer than ${OPERATOR_MIN_LENGTH} characters is refused at the next sign-in, which leads to another one.`;
    return enrolmentCode === null ? granted : `${granted}\n${codeInWords(enrolmentCode)}`;
  }),
  'allow-authenticator': roleCommand(
    'Lets an operator’s next authenticator open the console: prints the code that it takes.',
    async (ctx, email, act) => codeInWords(await allowAuthenticator(ctx, email, act)),
  ),
  revoke: roleCommand('Shuts them out again, at once.', async (ctx, email, act) => {
    await revokeRole(ctx, email, act);
    return `${email} is no operator any more.`;
  }),
  operators: {
    summary: 'Who is let in.',
    help: () => [],
    async run({ db }, args) {
      readArguments(args, []);
      const staff = await listOperators(db);
      const lines = staff.map(({ email, role }) => `${email} (${role})`);
      return staff.length === 0 ? 'Nobody has the role yet.' : ['Operators:', ...lines].join('\n  ');
    },
  },
  'import-subscribers': importSubscribers,
  'remove-demonstration': {
    summary: 'Takes the demonstration people away, before real ones come.',
    help: () => ['--note  text, optional'],
    runsWhileRefused: true,
    async run(ctx, args) {
      const act = actOf(readArguments(args, ['note']));
      // Migrates first, since a server that refuses to start hasn't done that.
      await prepareDatabase(ctx.config);
      return printRemoved(await removeDemonstration(ctx, act));
    },
  },
};

function codeInWords(code: string): string {
  return `Their authenticator is not known yet. Once two-step verification is on, the console asks for this code, good once and for ${ENROLMENT_CODE_HOURS} hours; hand it over in person: ${code}`;
}

/** @throws OperatorError */
function roleIn(text: string): Role {
  const role = ROLES.find((each) => each === text);
  if (role === undefined) throw new OperatorError(`--role is one of ${ROLES.join(', ')}.`);
  return role;
}

function roleCommand(
  summary: string,
  change: (ctx: CommerceContext, email: string, act: OperatorAct, role: string | undefined) => Promise<string>,
): Command {
  return {
    summary,
    help: () => ['EMAIL  required', '--note  text, optional', `--role  ${ROLES.join(' | ')}, for grant, else owner`],
    async run(ctx, args) {
      const given = readArguments(args, ['note', 'role'], true);
      const [email = ''] = given.words;
      if (email === '') throw new OperatorError('Say who: an email address.');
      return await change(ctx, email, actOf(given), given.texts['role']?.at(-1));
    },
  };
}

const TITLES: Partial<Record<keyof Removed, string>> = { factors: 'authenticator apps', emails: 'emails' };

function printRemoved(removed: Removed | null): string {
  if (removed === null) return 'There are no demonstration people here.';
  const { users, ...belongings } = removed;
  const lines = (Object.keys(belongings) as (keyof typeof belongings)[]).map(
    (name) => `  ${String(belongings[name]).padEnd(4)}  ${TITLES[name] ?? name}`,
  );
  return [`Demonstration people taken away: ${users}. With them went:`, ...lines].join('\n');
}
