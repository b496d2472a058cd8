import { formatUsd } from '../domain/money.ts';
import { button, facts, paragraph, salutation } from './letter.ts';
import type { House, Letter } from './letter.ts';

export interface RefundedData {
  readonly name: string | null;
  readonly seasonName: string;
  readonly amountCents: number;
  /** Given back under the guarantee: the subscription has ended with it. */
  readonly ended: boolean;
}

export function refunded({ name, seasonName, amountCents, ended }: RefundedData, house: House): Letter {
  const amount = formatUsd(amountCents);
  return {
    subject: `${amount} is on its way back to you`,
    preview: `Refunded to the card you paid with. Banks take 5-10 business days.`,
    postmark: 'Refunded',
    heading: 'Your money is on its way back.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        `We have refunded ${amount} to the card you paid with. Your bank usually takes 5-10 business days to show it.`,
      ),
      facts(['Season', seasonName], ['Refunded', amount]),
      paragraph(
        ended
          ? 'With it your subscription has ended: no further charge, and no further letter. One that has already left us may still ' +
              'arrive. Do not be alarmed. It is only paper.'
          : 'Your subscription is not affected.',
      ),
      button('See your invoices', `${house.siteUrl}/account/billing`),
    ],
    because: 'a payment of yours was refunded',
  };
}
