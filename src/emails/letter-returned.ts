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
    preview: 'Please look at the address before the next one is sealed.',
    postmark: 'Returned',
    heading: 'The postman brought it back.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        `Letter ${letter}${whose} lies on our desk again, unopened. ` +
          'Until the address has been looked at, nothing more is sent to it.',
      ),
      facts(
        ['Letter', `${letter} of ${LETTERS_PER_SEASON}`],
        [
          'What the post says',
          returnReason === null ? 'Nothing that we can read' : sentenceOf(RETURN_REASONS[returnReason]),
        ],
        ['It was addressed to', addressLines.join(', ')],
      ),
      paragraph(
        'If a line of it is wrong, or you live elsewhere by now, please correct it. Letters wait; they are used to it.',
      ),
      button('Look at the address', `${branding.siteUrl}${path}`),
      aside(
        'If every line is right you need not do anything: we look at it, too, before the next mailing. ' +
          'No letter after it is skipped; what waits comes with the mailing after.',
      ),
      aside(`To have letter ${letter} itself sent again, ask Support.`),
      quietLink('Ask Support', `${branding.siteUrl}/support`),
    ],
    because: 'a letter that you have paid for could not be delivered',
  };
}

function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
