import { type CalendarDate, formatDate } from '../domain/calendar-date.ts';
import { resumeDayInWords } from '../domain/ending.ts';
import { guaranteeUntil } from '../domain/guarantee.ts';
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
  /** The recipient of a gift. Left out by emails queued before they named it. */
  readonly giftFor?: string | null;
  readonly reason: 'asked' | 'by_us' | 'unpaid' | 'ended';
  /** The first day that is no longer paid for. */
  readonly paidThrough: CalendarDate;
  /** Until when it can be resumed, RFC 3339 in UTC; null when it cannot. */
  readonly resumableUntil: string | null;
  /** Left out by emails queued before they named it. */
  readonly toCome?: LetterSpan | null;
  readonly guarantee?: { readonly open: boolean; readonly lastDay: CalendarDate | null };
}

const WHY = {
  asked: (order: string) => `${order} is cancelled, as you asked. Nothing more will be charged for it.`,
  by_us: (order: string) =>
    `We have cancelled ${inSentence(order)}. Nothing more will be charged for it. If you did not ask us to, please reply to this email.`,
  unpaid: (order: string) =>
    `The last renewal could not be paid, however often we knocked, so ${inSentence(order)} has ended. You owe us nothing, and ` +
    'nothing more will be charged for it.',
  ended: (order: string) =>
    `${order} has ended before its time. Nothing more will be charged for it. If this is the first you hear of it, please ` +
    'ask us: somebody here will know, and will be made to say.',
} as const;

export function subscriptionCancelled(data: SubscriptionCancelledData, branding: EmailBranding): EmailContent {
  const { resumableUntil, giftFor, guarantee } = data;
  const order = yourOrder(giftFor);
  const mailing = !giftFor ? 'your first mailing' : 'the first mailing';
  return {
    subject: !giftFor ? `Your subscription to ${data.seasonName} is cancelled` : 'Your gift is cancelled',
    preview: 'Nothing more will be charged for it. Letters you have paid for still come.',
    postmark: 'Cancelled',
    heading: !giftFor ? 'Your subscription is cancelled.' : 'Your gift is cancelled.',
    salutation: salutation(data.name),
    blocks: [
      paragraph(WHY[data.reason](order)),
      facts(
        ...giftFact(giftFor),
        ['Season', data.seasonName],
        ['Paid until', formatDate(data.paidThrough)],
        ...(resumableUntil === null
          ? []
          : [['Can be resumed until', resumeDayInWords(resumableUntil, Boolean(giftFor))] as const]),
      ),
      paragraph(whatComes(data.toCome, giftFor ?? null)),
      ...(guarantee?.open ? guaranteeRuns(guarantee.lastDay, mailing, branding) : []),
      resumableUntil === null
        ? button('See your account', `${branding.siteUrl}/account/subscription`)
        : button(!giftFor ? 'Resume the subscription' : 'Resume the gift', `${branding.siteUrl}/account/subscription`),
    ],
    because: `${inSentence(order)} was cancelled`,
  };
}

const WITHOUT_YOU = 'the case goes on without you, and somebody in Wick Harbor will be a little more at ease.';

/** The recipient's letters and case, when it is a gift. */
function whatComesAsGift(toCome: LetterSpan | null | undefined, recipient: string): string {
  const without = 'the case goes on without them.';
  if (toCome === undefined)
    return `The letters you have already paid for still go to ${recipient}. After that ${without}`;
  if (toCome === null) return `Every letter you paid for has been posted to ${recipient}. From here ${without}`;
  const paid = `${lettersAre(toCome)} paid for and will still go to ${recipient}.`;
  if (toCome.last === LETTERS_PER_SEASON) return `${paid} That is all of it: they will know how it ends.`;
  return `${paid} After that ${without}`;
}

function whatComes(toCome: SubscriptionCancelledData['toCome'], giftFor: string | null): string {
  if (giftFor !== null) return whatComesAsGift(toCome, giftFor);
  if (toCome === undefined) return `The letters you have already paid for keep coming. After that ${WITHOUT_YOU}`;
  if (toCome === null) return `Every letter you paid for has been posted. From here ${WITHOUT_YOU}`;
  const paid = `${lettersAre(toCome)} paid for and will still come.`;
  if (toCome.last === LETTERS_PER_SEASON) return `${paid} That is all of it: you will know how it ends.`;
  return `${paid} After that ${WITHOUT_YOU}`;
}

function guaranteeRuns(
  lastDay: CalendarDate | null,
  mailing: 'your first mailing' | 'the first mailing',
  { siteUrl }: EmailBranding,
): readonly Block[] {
  const until = guaranteeUntil(lastDay, mailing);
  const words = `The 30-day guarantee still runs: ${until} you may ask us for all of it back instead. Then the letters stop at once.`;
  return [paragraph(words), quietLink('Ask for all of it back', `${siteUrl}/support`)];
}
