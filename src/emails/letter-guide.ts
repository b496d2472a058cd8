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
    subject: confirmed ? `Letter ${letter}: what to look for` : `Letter ${letter} should have come`,
    preview: 'One thing to look for in it, and nothing of what it says.',
    postmark: 'Arrived',
    heading: confirmed ? 'Now that you have it.' : 'It should be on your mat.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        confirmed
          ? `You said that letter ${letter} came. If you read it as most people do, you read it too fast.`
          : `Letter ${letter} has had all the time the post asks for. It should be with you by now.`,
      ),
      paragraph(lookFor),
      button('Open your case file', `${siteUrl}/account/case`),
      aside(
        confirmed
          ? 'We tell nobody what it says, and that includes you.'
          : `A bare mat? Say so in your account. ${WHEN_MISSING}`,
      ),
    ],
    because: 'you read a season and left word of what to look for switched on',
    turnOffUrl: `${siteUrl}/account/profile`,
  };
}
