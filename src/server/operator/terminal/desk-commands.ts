import { randomUUID } from 'node:crypto';
import { promotionInput } from '../../../contract/operator/desk.ts';
import { formatUsd } from '../../../domain/money.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { parseWith } from '../../platform/http/parse.ts';
import { atTerminal, columns, type Commands, type Options, pageListing, wordOf } from './command.ts';
import { readFigures } from '../figures/figures.ts';
import { pageOfLog } from '../log/log-page.ts';
import { listUnsentEmails, pageOfEmails, retryFailedEmail } from '../outbox/emails.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';
import { UUID } from '../../../contract/fields.ts';
import { placeIn } from '../paging/paging.ts';
import { endPromotion, makePromotion, readPromotions } from '../promotions/promotions.ts';

export const DESK_COMMANDS: Commands = {
  mails: {
    usage: 'mails [queued | retry ID]                mails that failed, or wait to leave; or tries one again',
    async run(ctx, { note, after }, operator, [verb, id = '']) {
      if (verb === 'retry') {
        if (!UUID.test(id)) throw new OperatorError('Say which one: mails retry ID.');
        await retryFailedEmail(ctx, id, atTerminal(operator, note ?? null));
        return 'It is in the post again.';
      }
      const status = verb === 'queued' ? 'queued' : 'failed';
      return pageListing({
        title: status === 'failed' ? 'Mails that failed, newest first:' : 'Mails that wait to leave, newest first:',
        page: pageOfEmails(await listUnsentEmails(ctx.db, status, placeIn(after)), ctx.clock.now()),
        rowOf: ({ id: email, createdAt, kind, recipient, failure }) => [email, createdAt, kind, recipient, failure],
        none: status === 'failed' ? 'No mail has failed.' : 'No mail waits.',
      });
    },
  },
  promo: {
    usage:
      'promo [create CODE --percent 20 --duration once|forever|repeating [--months 3] [--max 100] [--last-day DATE] | end ID]',
    async run(ctx, options, operator, [verb, ...words]) {
      const act = atTerminal(operator, options['note'] ?? null);
      if (verb === 'create') {
        const { code, id } = await makePromotion(ctx, promotionIn(options, wordOf(words, 'Say which code.')), act);
        return `${code} is good from now on (${id}).`;
      }
      if (verb === 'end') {
        const { code } = await endPromotion(ctx, wordOf(words, 'Say which one, by its id.'), act);
        return `${code} is out of use. Discounts already given stay.`;
      }
      return await promotionList(ctx, options['after']);
    },
  },
  revenue: {
    usage: 'revenue                                  subscriptions, money and letters of the last twelve months',
    async run(ctx) {
      const { active, pastDue, gifts, lettersDue, months } = await readFigures(ctx, 30);
      const heading = ['month', 'new', 'gifts', 'cancelled', 'completed', 'paid', 'refunded', 'mailed', 'lost'];
      const rows = months.map((month) => [
        month.month.slice(0, 7),
        month.started,
        month.gifts,
        month.cancelled,
        month.completed,
        formatUsd(month.paidCents),
        formatUsd(month.refundedCents),
        month.lettersMailed,
        month.lettersLost,
      ]);
      return [
        `${active} active, ${pastDue} with a payment overdue; ${gifts} gifts in all; ${lettersDue} letters due in open runs.`,
        columns([heading, ...rows]),
      ].join('\n');
    },
  },
  log: {
    usage: 'log [--subscription ID]                  what operators did, newest first',
    async run(ctx, { subscription, after }) {
      if (subscription !== undefined && !UUID.test(subscription)) throw new OperatorError('That is no id of ours.');
      return pageListing({
        title: 'What operators did, newest first:',
        page: await pageOfLog(ctx.db, subscription ?? null, after),
        rowOf: (entry) => [
          entry.at,
          entry.operator,
          entry.action,
          entry.subject ?? entry.subscriptionId,
          JSON.stringify(entry.detail),
        ],
        none: 'Nothing yet.',
      });
    },
  },
};

function promotionIn(options: Options, code: string) {
  const { percent, duration = 'once', months, max, 'last-day': lastDay = null } = options;
  const wanted = {
    percentOff: number(percent),
    months: number(months),
    maxRedemptions: number(max),
    duration,
    lastDay,
  };
  try {
    return parseWith(promotionInput, { key: randomUUID(), code, ...wanted });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problems = Object.entries(error.fields ?? {}).map(([field, problem]) => `${field}: ${problem}`);
    throw new OperatorError(problems.join('\n'));
  }
}

function number(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

async function promotionList(ctx: CommerceContext, after?: string): Promise<string> {
  return pageListing({
    title: 'Promotion codes, newest first:',
    page: await readPromotions(ctx, after ?? null),
    rowOf: ({ id, code, active, percentOff, duration, months, redeemed, expiresAt }) => [
      id,
      code,
      active ? 'good' : 'out of use',
      `${percentOff} %`,
      duration === 'repeating' ? `${months} months` : duration,
      `used ${redeemed} times`,
      expiresAt,
    ],
    none: 'There are no promotion codes.',
  });
}
