import { expect, test } from 'vitest';
import { emailAddressOf } from './email-address.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada.Quill+post@Example.COM\n', 'ada.quill+post@example.com'],
  ['o\u2019neill@example.com', null],
  ["o'neill@example.com", "o'neill@example.com"],
  ['a@sub.example.co.uk', 'a@sub.example.co.uk'],
  ['ada@bücher.de', 'ada@xn--bcher-kva.de'],
  ['ada@bu\u0308cher.de', 'ada@xn--bcher-kva.de'],
  ['ada@xn--bcher-kva.de', 'ada@xn--bcher-kva.de'],
  ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
])('the address %j is stored as %j', (typed, stored) => {
  expect(emailAddressOf(typed)).toBe(stored);
});

test.each([
  '',
  'ada',
  '@example.com',
  'ada@',
  'ada@localhost',
  'ada@exa mple.com',
  'a da@example.com',
  'adé@example.com',
  'ada@-example.com',
  'ada@example..com',
  'ada@example.com.',
  'ada@exam_ple.com',
  'ada@[127.0.0.1]',
  'ada@example.com/x',
  'ada@exämple.de:80',
  'ada@exämple.de/x',
  'ada@@example.com',
  'ada\u0000@example.com',
  'ada@example.com\r\nRCPT TO:<eve@example.com>',
  'ada@example.com\nBcc: eve@example.com',
  'ada\u200B@example.com',
  'ada@exam\u00ADple.com',
  '\uFEFFada@example.com',
  'ada@example.com\u200F',
  'ada\uFE0F@example.com',
  // The Kelvin sign is no letter of an address, though its lower case is.
  '\u212Aate@example.com',
  `${'a'.repeat(250)}@b.com`,
])('%j is refused', (typed) => {
  expect(emailAddressOf(typed)).toBeNull();
});

test('an address that is stored is accepted again, unchanged', () => {
  for (const typed of ['ada@bücher.de', 'ADA@EXAMPLE.COM']) {
    const stored = emailAddressOf(typed) ?? '';
    expect(emailAddressOf(stored)).toBe(stored);
  }
});
