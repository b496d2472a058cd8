import { button, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface UpdateCardData {
  readonly name: string | null;
}

export function updateCard({ name }: UpdateCardData, branding: EmailBranding): EmailContent {
  return {
    subject: 'Update the card for your letters',
    preview: 'Enter a card in your account. It takes a minute.',
    postmark: 'Card',
    heading: 'Please update your card.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        'Open your account and enter the card you want to pay with. If a payment is overdue, we charge the new card right away.',
      ),
      button('Update your card', `${branding.siteUrl}/account/billing`),
    ],
    because: 'our support team sent you the link to update your card',
  };
}
