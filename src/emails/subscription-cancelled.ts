import { type CalendarDate, formatDate } from '../domain/calendar-date.ts';
import { resumeDayInWords } from '../domain/ending.ts';
import { GUARANTEE_DAYS, guaranteeUntil } from '../domain/guarantee.ts';
import { lettersAre, type LetterSpan } from '../domain/letters-in-words.ts';
import { LETTERS_PER_SEASON } from '../domain/season.ts';
import {
  type Block,
  button,
  facts,
  paragraph,
  quietLink,
  salutation,
  type EmailBranding,
  type EmailContent,
} from './content.ts';
import { giftFact, inSentence, yourOrder } from './gift-words.ts';

export interface SubscriptionCancelledData {
  readonly name: string | null;
  readonly seasonName: string;
  /** The recipient of a gift. Missing in emails that an older release queued. */
  readonly giftFor?: string | null;
  readonly reason: 'asked' | 'by_us' | 'unpaid' | 'ended';
  readonly paidThrough: CalendarDate;
  /** Until when the subscription can be resumed, RFC 3339 in UTC; null if it can't be resumed. */
  readonly resumableUntil: string | null;
  /** Missing in emails that an older release queued. */
  readonly toCome?: LetterSpan | null;
  readonly guarantee?: { readonly open: boolean; readonly lastDay: CalendarDate | null };
}

const WHY = {
  asked: (order: string) => `${order} is canceled, as you asked. Nothing more will be charged for it.`,
  by_us: (order: string) =>
    `We have canceled ${inSentence(order)}. Nothing more will be charged for it. If you didn’t ask us to cancel it, reply to this email.`,
  unpaid: (order: string) =>
    `A payment didn’t go through, so ${inSentence(order)} has ended. You owe us nothing, and ` +
    'nothing more will be charged for it.',
  ended: (order: string) =>
    `${order} ended early. Nothing more will be charged for it. Questions? Reply to this email.`,
} as const;

export function subscriptionCancelled(data: SubscriptionCancelledData, branding: EmailBranding): EmailContent {
  const { reason, resumableUntil, giftFor, guarantee } = data;
  const order = yourOrder(giftFor);
  const isEnded = reason === 'unpaid' || reason === 'ended';
  const state = isEnded ? 'has ended' : 'is canceled';
  const mailing = !giftFor ? 'your first mailing' : 'the first mailing';
  return {
    subject: !giftFor ? `Your subscription to ${data.seasonName} ${state}` : `Your gift ${state}`,
    preview: `Nothing more will be charged for it.${data.toCome === null ? '' : ' See which letters are still to come.'}`,
    postmark: isEnded ? 'Ended' : 'Canceled',
    heading: `${order} ${state}.`,
    salutation: salutation(data.name),
    blocks: [
      paragraph(WHY[reason](order)),
      facts(
        ...giftFact(giftFor),
        ['Season', data.seasonName],
        ['Paid until', formatDate(data.paidThrough)],
        ...(resumableUntil === null ? [] : [['Resume before', resumeDayInWords(resumableUntil)] as const]),
      ),
      paragraph(whatComes(data.toCome, giftFor ?? null)),
      ...(guarantee?.open ? guaranteeRuns(guarantee.lastDay, mailing, branding) : []),
      resumableUntil === null
        ? button('See your account', `${branding.siteUrl}/account/subscription`)
        : button(!giftFor ? 'Resume the subscription' : 'Resume the gift', `${branding.siteUrl}/account/subscription`),
    ],
    because: `${inSentence(order)} ${isEnded ? state : 'was canceled'}`,
  };
}

function whatComes(toCome: SubscriptionCancelledData['toCome'], giftFor: string | null): string {
  const arrive = giftFor === null ? 'still arrive' : `still go to ${giftFor}`;
  if (toCome === undefined) return `The letters you’ve already paid for ${arrive}. After that, no more letters follow.`;
  if (toCome === null) {
    return `Every letter you paid for has been mailed${giftFor === null ? '' : ` to ${giftFor}`}. No more letters follow.`;
  }
  const paid = `${lettersAre(toCome)} paid for and will ${arrive}.`;
  if (toCome.last < LETTERS_PER_SEASON) return `${paid} After that, no more letters follow.`;
  return `${paid} Then ${giftFor === null ? 'you’ll' : `${giftFor} will`} have the whole season.`;
}

function guaranteeRuns(
  lastDay: CalendarDate | null,
  mailing: 'your first mailing' | 'the first mailing',
  { siteUrl }: EmailBranding,
): readonly Block[] {
  const until = guaranteeUntil(lastDay, mailing);
  const words = `The ${GUARANTEE_DAYS}-day guarantee still applies: you can ask for a full refund ${until}. If you do, no more letters are mailed.`;
  return [paragraph(words), quietLink('Ask for a full refund', `${siteUrl}/support`)];
}
