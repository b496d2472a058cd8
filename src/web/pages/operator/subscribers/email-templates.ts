interface EmailTemplate {
  readonly name: string;
  readonly subject: string;
  readonly text: string;
}

export const EMAIL_TEMPLATES: readonly EmailTemplate[] = [
  { name: 'Your own text', subject: '', text: '' },
  {
    name: 'Your letters are delayed',
    subject: 'Your letters are delayed',
    text: `We mail your next letter a few days later than planned. We’re sorry for the delay.

You get every letter that you paid for, and you don’t have to do anything. The new mailing dates are in your account: {account}`,
  },
  {
    name: 'Please check your address',
    subject: 'Please check your address',
    text: `We mail your letters to this address: {address}

Please check that it is complete and correct. If it is, you don’t have to do anything. If it isn’t, sign in and change it: {account}`,
  },
  {
    name: 'Your card needs an update',
    subject: 'Your card needs an update',
    text: `The card for your {plan} subscription doesn’t work anymore.

Please sign in, open Billing and enter another card, so that your letters keep coming: {account}

If you have done this already, please ignore this email.`,
  },
];
