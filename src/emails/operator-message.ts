import { paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface OperatorMessageData {
  readonly name: string | null;
  readonly subject: string;
  readonly text: string;
}

export function operatorMessage({ name, subject, text }: OperatorMessageData, branding: EmailBranding): EmailContent {
  const paragraphs = text.split(/\n\s*\n/).filter((part) => part.trim() !== '');
  return {
    subject,
    preview: (paragraphs[0] ?? '').slice(0, 120),
    postmark: 'News',
    heading: subject,
    salutation: salutation(name),
    blocks: paragraphs.map((part) => paragraph(part.trim())),
    because: 'you have an account with us and emails from the Club are turned on',
    turnOffUrl: `${branding.siteUrl}/account/profile`,
  };
}
