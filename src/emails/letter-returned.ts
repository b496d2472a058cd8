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
  /** Missing in emails that an older release queued. */
  readonly isMailedAgain?: boolean;
}

export function letterReturned(data: LetterReturnedData, branding: EmailBranding): EmailContent {
  const { name, letter, returnReason, addressLines, giftFor } = data;
  const whose = giftFor === null ? '' : ` of your gift to ${giftFor}`;
  return {
    subject: `Letter ${letter}${giftFor === null ? '' : ' of your gift'} came back to us`,
    preview: 'Please check the address.',
    postmark: 'Returned',
    heading: 'A letter came back to us.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        `Letter ${letter}${whose} was returned to us unopened. ${noMoreThere('that address', giftFor !== null)}`,
      ),
      facts(
        ['Letter', `${letter} of ${LETTERS_PER_SEASON}`],
        ['Reason', returnReason === null ? 'Unknown' : sentenceOf(RETURN_REASONS[returnReason])],
        ['It was addressed to', addressLines.join(', ')],
      ),
      ...addressBlocks(giftFor, branding),
      aside(
        'If every line is right, you don’t have to do anything: we also check the address. ' +
          `After that, we mail ${giftFor === null ? 'your' : 'the'} later letters. None is skipped.`,
      ),
      ...againBlocks(data, branding),
    ],
    because: 'a letter that you ordered couldn’t be delivered',
  };
}

/** A giver can't change the address any more once a letter was mailed. */
function addressBlocks(giftFor: string | null, { siteUrl, supportEmail }: EmailBranding): readonly Block[] {
  if (giftFor === null) {
    return [
      paragraph('If a line is wrong, or you’ve moved, please correct the address.'),
      button('Check the address', `${siteUrl}/account/profile?edit=address`),
      aside('If the letter went to a temporary address, enter a new one under “Temporary address” in your account.'),
    ];
  }
  return [
    paragraph(`If a line is wrong, or ${giftFor} has moved, email the right address to ${supportEmail}.`),
    button('See your gifts', `${siteUrl}/account/subscription`),
  ];
}

function againBlocks(
  { letter, giftFor, isMailedAgain = false }: LetterReturnedData,
  { siteUrl }: EmailBranding,
): readonly Block[] {
  const checked =
    giftFor === null ? 'When you’ve corrected the address or we’ve checked it' : 'When we’ve checked the address';
  if (isMailedAgain) return [aside(`${checked}, we’ll also mail letter ${letter} again.`)];
  return [aside(`To have letter ${letter} mailed again, ask Support.`), quietLink('Ask Support', `${siteUrl}/support`)];
}

function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
