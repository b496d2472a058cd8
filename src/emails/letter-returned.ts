import { noMoreThere, RETURN_REASONS, type ReturnReason } from '../domain/return-reasons.ts';
import { LETTERS_PER_SEASON } from '../domain/season.ts';
import {
  aside,
  type Block,
  button,
  facts,
  paragraph,
  quietLink,
  salutation,
  type EmailBranding,
  type EmailContent,
} from './content.ts';

export interface LetterReturnedData {
  readonly name: string | null;
  readonly letter: number;
  readonly returnReason: ReturnReason | null;
  readonly addressLines: readonly string[];
  readonly giftFor: string | null;
}

export function letterReturned(data: LetterReturnedData, branding: EmailBranding): EmailContent {
  const { name, letter, returnReason, addressLines, giftFor } = data;
  const whose = giftFor === null ? '' : ` of your gift to ${giftFor}`;
  return {
    subject: `Letter ${letter}${giftFor === null ? '' : ' of your gift'} came back to us`,
    preview: 'Please check the address before we mail the next one.',
    postmark: 'Returned',
    heading: 'A letter came back to us.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        `Letter ${letter}${whose} was returned to us unopened. ${noMoreThere('that address', giftFor !== null)}`,
      ),
      facts(
        ['Letter', `${letter} of ${LETTERS_PER_SEASON}`],
        ['Reason given', returnReason === null ? 'None that we can read' : sentenceOf(RETURN_REASONS[returnReason])],
        ['It was addressed to', addressLines.join(', ')],
      ),
      ...addressBlocks(giftFor, branding),
      aside(
        'If every line is right, you don’t have to do anything: we also check the address before the next mailing. ' +
          'With the next mailing, we also mail the letters that we held back. None is skipped.',
      ),
      aside(`To have letter ${letter} mailed again, ask Support.`),
      quietLink('Ask Support', `${branding.siteUrl}/support`),
    ],
    because: 'a letter that you have paid for could not be delivered',
  };
}

/** A giver can't change the address any more once a letter was mailed. */
function addressBlocks(giftFor: string | null, { siteUrl, supportEmail }: EmailBranding): readonly Block[] {
  if (giftFor === null) {
    return [
      paragraph('If a line is wrong, or you’ve moved, please correct the address.'),
      button('Check the address', `${siteUrl}/account/profile?edit=address`),
    ];
  }
  return [
    paragraph(`If a line is wrong, or ${giftFor} has moved, email the right address to ${supportEmail}.`),
    button('See your gifts', `${siteUrl}/account/subscription`),
  ];
}

function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
