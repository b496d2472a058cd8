import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PrivacyPage } from './privacy-page.tsx';

test.each([
  ['none', false, 'which reads the envelope; and Google'],
  ['usps', false, 'which reads the envelope, and checks beforehand that the address exists; and Google'],
  ['lob', false, 'which reads the envelope; Lob, a company that checks addresses for us; and Google'],
  ['usps', true, 'the address exists; Lob, a company that prints and mails some of our letters; and Google'],
  ['lob', true, 'Lob, a company that checks addresses for us and prints and mails some of our letters; and Google'],
] as const)(
  'the privacy page names who learns of addresses: checked by %s, printed elsewhere: %s',
  (checkedBy, printedElsewhere, words) => {
    const facts = {
      supportEmail: 'a@example.com',
      visitsForwarded: false,
      addressesGoTo: { checkedBy, printedElsewhere },
    };
    expect(renderToStaticMarkup(createElement(PrivacyPage, facts)).replaceAll(/\s+/g, ' ')).toContain(words);
  },
);
