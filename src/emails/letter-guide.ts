import { WHEN_MISSING } from '../domain/letters-in-words.ts';
import { aside, button, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface LetterGuideData {
  readonly name: string | null;
  readonly letter: number;
  readonly confirmed: boolean;
  readonly lookFor: string;
}

export function letterGuide(
  { name, letter, confirmed, lookFor }: LetterGuideData,
  { siteUrl }: EmailBranding,
): EmailContent {
  return {
    subject: confirmed ? `Letter ${letter}: what to look for` : `Letter ${letter} should have arrived`,
    preview: 'One thing to look for, and no spoilers.',
    postmark: 'Arrived',
    heading: confirmed ? `What to look for in letter ${letter}.` : `Letter ${letter} should have arrived.`,
    salutation: salutation(name),
    blocks: [
      paragraph(
        confirmed
          ? `You told us that letter ${letter} arrived. If you read it as most people do, you read it too fast.`
          : `You should have letter ${letter} by now.`,
      ),
      paragraph(lookFor),
      button('Open your case file', `${siteUrl}/account/case`),
      aside(
        confirmed
          ? 'We give nothing away. You have to find out what the letter means.'
          : `If letter ${letter} hasn’t arrived, tell us in your account. ${WHEN_MISSING}`,
      ),
    ],
    because: 'you get the letters of a season, and “What to look for” is turned on in your account',
    turnOffUrl: `${siteUrl}/account/profile`,
  };
}
