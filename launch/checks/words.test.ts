import { expect, test } from 'vitest';
import { faultsIn } from './words.mjs';

test.each([
  ["const words = 'Send an e-mail.';", 'e-mail'],
  ['const words = `We shall ${verb} it.`;', 'shall'],
  ['const page = <p>Ask somebody.</p>;', 'somebody'],
  ["const marks = { error: 'RETURNED' };", 'RETURN'],
  ['const page = <Sheet aside={<Struck />}><Notice tone="error">No.</Notice></Sheet>;', 'a stamp on an error'],
])('%s has a word or a stamp that no customer text may have', (text, fault) => {
  expect(faultsIn('page.tsx', text)).toEqual([expect.stringContaining(fault)]);
});

test.each([
  'const words = "Email us.";',
  'const letter = "I shall not be in a position to.";',
  '// Somebody shall write e-mails.',
  'const page = <Sheet aside={<Struck />}><p>Sealed.</p></Sheet>;',
])('%s has none', (text) => {
  expect(faultsIn('page.tsx', text)).toEqual([]);
});
