import { RETURN_REASONS, type ReturnReason } from '../domain/return-reasons.ts';
import { LETTERS_PER_SEASON } from '../domain/season.ts';
import {
  aside,
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
  const path = giftFor === null ? '/account/profile?edit=address' : '/account/subscription';
  return {
    subject: `Letter ${letter}${giftFor === null ? '' : ' of your gift'} came back to us`,
    preview: 'Please check the address before we mail the next one.',
    postmark: 'Returned',
    heading: 'A letter came back to us.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        `Letter ${letter}${whose} was returned to us unopened. ` +
          'Until that address has been checked, we mail no more letters to it.',
      ),
      facts(
        ['Letter', `${letter} of ${LETTERS_PER_SEASON}`],
        ['Reason given', returnReason === null ? 'None that we can read' : sentenceOf(RETURN_REASONS[returnReason])],
        ['It was addressed to', addressLines.join(', ')],
      ),
      paragraph('If a line is wrong, or you’ve moved, please correct it.'),
      button('Check the address', `${branding.siteUrl}${path}`),
      aside(
        'If every line is right, you don’t have to do anything: we also check the address before the next mailing. ' +
          'Letters that we held back go out with the next mailing. None is skipped.',
      ),
      aside(`To have letter ${letter} mailed again, ask Support.`),
      quietLink('Ask Support', `${branding.siteUrl}/support`),
    ],
    because: 'a letter that you have paid for could not be delivered',
  };
}

function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
