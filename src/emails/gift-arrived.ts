import { type DateWindow, windowInWords } from '../domain/calendar-date.ts';
import { quotedMessage } from '../domain/gift.ts';
import { type LetterSpan, stillToCome } from '../domain/letters-in-words.ts';
import type { PlanType } from '../domain/plans.ts';
import { LETTERS_PER_SEASON } from '../domain/season.ts';
import { aside, type Block, button, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface GiftArrivedData {
  readonly recipientName: string;
  readonly giverName: string | null;
  readonly message: string | null;
  /** With a monthly plan, the giver pays for each month separately. */
  readonly planType: PlanType;
  /** The letters that a cancelled gift still brings. Null if it brings the whole season. */
  readonly ending?: { readonly toCome: LetterSpan | null } | null;
  /** When letter 1 will be handed over; null if it was handed over. */
  readonly firstLetter: DateWindow | null;
  /** Null if the gift was opened, since the link works only once. */
  readonly claimUrl: string | null;
}

const PLAN_WORDS = {
  monthly: '. We mail two letters a month. There’s nothing for you to pay.',
  annual: ' over twelve months. There’s nothing for you to pay.',
} as const satisfies Record<PlanType, string>;

/** Never mentions money (rules/gifts 16), and describes the gift according to its plan (rules/gifts 18). */
export function giftArrived(data: GiftArrivedData, branding: EmailBranding): EmailContent {
  const { giverName, message, firstLetter, ending = null } = data;
  const giver = giverName ?? 'Someone who knows you';
  return {
    subject: `${giver} has given you a murder mystery by mail`,
    preview: `${ending === null ? `${LETTERS_PER_SEASON} paper letters` : 'Paper letters'}, mailed to you.`,
    postmark: 'Gift',
    heading: 'You’re about to get mail.',
    salutation: salutation(data.recipientName),
    blocks: [
      paragraph(`${giver} has given you ${whatComes(data)} All you have to do is open the envelopes.`),
      ...quoted(message, giver),
      paragraph(
        firstLetter === null
          ? 'We’ve already mailed the first letter.'
          : `We mail the first letter ${windowInWords(firstLetter)}.`,
      ),
      ...following(data.claimUrl),
      aside(
        `${data.claimUrl === null ? '' : 'The letters arrive whether or not you open the link. '}If you have questions, or if you’re moving, email ${branding.supportEmail}.`,
      ),
    ],
    because: `${giverName ?? 'someone who knows you'} gave us this address to send you a gift`,
  };
}

function whatComes({ planType, ending = null }: GiftArrivedData): string {
  return ending === null
    ? `a season of The Dead Letter Club: a murder mystery in ${LETTERS_PER_SEASON} paper letters, mailed to you${PLAN_WORDS[planType]}`
    : `part of a season of The Dead Letter Club: a murder mystery in paper letters, mailed to you. ${stillToCome(ending.toCome)}`;
}

function following(claimUrl: string | null): readonly Block[] {
  if (claimUrl === null) return [];
  const words =
    'With the link, you can add the gift to an account and see which letters are on their way. The link works for one account only, so don’t share it.';
  return [button('Follow your letters', claimUrl), aside(words)];
}

function quoted(message: string | null, giver: string): readonly Block[] {
  return message === null ? [] : [paragraph(`${giver} writes:`), paragraph(quotedMessage(message))];
}
