import { formatUsd } from '../../../domain/money.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { type Commands, pageListing, wordOf } from './command.ts';
import { pageOfLog } from '../log/log-page.ts';
import { listEmailsTo, pageOfEmails } from '../outbox/emails.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';
import { UUID } from '../../../contract/fields.ts';
import { eventIn, placeIn } from '../paging/paging.ts';
import { giftRow } from './subscriber-commands.ts';
import { listEventsOfSubscription } from '../runs/fulfilment-queries.ts';
import { pageOfEvents } from '../runs/present-fulfilment.ts';
import { pieceRow } from '../runs/rows.ts';
import { pageOfAddresses, pageOfGiftsOf, pageOfSubscriptions, readSubscriber } from '../subscribers/subscriber.ts';
import { pageOfDisputes, pageOfInvoices, pageOfPieces, readSubscription } from '../subscribers/subscription.ts';

export const HISTORY_COMMAND: Commands = {
  history: {
    usage: 'history ID [--list NAME]                 everything about a subscriber, or about one subscription',
    async run(ctx, { list, after }, _operator, words) {
      const id = wordOf(words, 'Say whose: the id of a subscriber or of a subscription.');
      if (!UUID.test(id)) throw new OperatorError('That is no id of ours.');
      const { heading, lists } = await fileOf(ctx, id);
      if (list === undefined) {
        const pages = await Promise.all(Object.values(lists).map((read) => read(ctx, id)));
        return [heading, ...pages].join('\n');
      }
      const read = Object.hasOwn(lists, list) ? lists[list] : undefined;
      if (read === undefined) throw new OperatorError(`Say which list: --list ${Object.keys(lists).join(', ')}.`);
      return await read(ctx, id, after);
    },
  },
};

type ReadList = (ctx: CommerceContext, id: string, after?: string) => Promise<string>;
type Lists = Readonly<Record<string, ReadList>>;

async function fileOf(ctx: CommerceContext, id: string): Promise<{ heading: string; lists: Lists }> {
  const detail = await readSubscription(ctx, id).catch(() => null);
  if (detail !== null) {
    const { seasonName, planType, status, serviceStart } = detail.summary;
    return { heading: `${seasonName}, ${planType}, ${status}; since ${serviceStart}`, lists: OF_SUBSCRIPTION };
  }
  const { email, fullName } = await readSubscriber(ctx, id);
  return { heading: `${email}${fullName === null ? '' : `, ${fullName}`}`, lists: OF_SUBSCRIBER };
}

const OF_SUBSCRIPTION: Lists = {
  invoices: async ({ db }, id, after) =>
    pageListing({
      title: 'Invoices:',
      page: await pageOfInvoices(db, id, after),
      rowOf: (invoice) => [
        invoice.id,
        invoice.status,
        formatUsd(invoice.totalCents),
        `${formatUsd(invoice.refundedCents)} refunded`,
        invoice.createdAt,
      ],
      none: 'No invoice.',
    }),
  disputes: async ({ db }, id, after) =>
    pageListing({
      title: 'Disputes:',
      page: await pageOfDisputes(db, id, after),
      rowOf: (dispute) => [
        dispute.id,
        formatUsd(dispute.amountCents),
        dispute.reason,
        dispute.status,
        dispute.createdAt,
      ],
      none: 'No dispute.',
    }),
  letters: async ({ db }, id, after) =>
    pageListing({
      title: 'Letters:',
      page: await pageOfPieces(db, id, after),
      rowOf: pieceRow,
      none: 'No letter.',
    }),
  events: async ({ db }, id, after) =>
    pageListing({
      title: 'What happened:',
      page: await pageOfEvents(db, await listEventsOfSubscription(db, id, eventIn(after))),
      rowOf: ({ at, event, actor, letter }) => [at, event, letter === null ? '' : `letter ${letter}`, actor],
      none: 'Nothing has happened.',
    }),
  log: async ({ db }, id, after) =>
    pageListing({
      title: 'What operators did:',
      page: await pageOfLog(db, id, after),
      rowOf: ({ at, operator, action }) => [at, operator, action],
      none: 'Nothing.',
    }),
};

const OF_SUBSCRIBER: Lists = {
  subscriptions: async ({ db }, id, after) =>
    pageListing({
      title: 'Subscriptions:',
      page: await pageOfSubscriptions(db, id, after),
      rowOf: (each) => [each.id, each.seasonName, each.planType, each.status, `${each.lettersMailed} letters mailed`],
      none: 'No subscription.',
    }),
  addresses: async ({ db }, id, after) =>
    pageListing({
      title: 'Addresses:',
      page: await pageOfAddresses(db, id, after),
      rowOf: ({ label, lines }) => [label, lines.join(', ')],
      none: 'No address.',
    }),
  gifts: async ({ db }, id, after) =>
    pageListing({
      title: 'Gifts:',
      page: await pageOfGiftsOf(db, id, after),
      rowOf: giftRow,
      none: 'No gift.',
    }),
  mails: async (ctx, id, after) => {
    const { email } = await readSubscriber(ctx, id);
    return pageListing({
      title: 'Mails:',
      page: pageOfEmails(await listEmailsTo(ctx.db, email, placeIn(after)), ctx.clock.now()),
      rowOf: ({ id: message, kind, status, createdAt, failure }) => [message, kind, status, createdAt, failure],
      none: 'Nothing within ninety days.',
    });
  },
};
