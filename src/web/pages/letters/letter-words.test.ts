import { describe, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import type { LettersReply } from '../../../contract/letters.ts';
import type { DeliveryReply } from '../../../contract/subscriptions.ts';
import { lettersGo } from '../../../domain/letters-in-words.ts';
import {
  type CalendarLetter,
  comeWords,
  copyWords,
  firstToUsual,
  fromWords,
  goesToUsual,
  lastLetterWords,
  mailingDays,
  nextWithCopy,
  reachWords,
  seenInWords,
} from './letter-words.ts';

const HOME = { ...HARBOR_ADDRESS, addressLine2: null, countryName: null };
const LIGHTHOUSE = { ...HOME, addressLine1: 'The Lighthouse' };
const WINDOW = { earliest: '2026-12-11', latest: '2026-12-11' };

const letter = (number: number, changes: Partial<CalendarLetter> = {}): CalendarLetter => ({
  letter: number,
  state: 'planned',
  mailingDay: '2026-12-11',
  handOver: WINDOW,
  early: null,
  deliveryWindow: WINDOW,
  addressChangeUntil: '2026-12-08',
  handedOverOn: null,
  mailedElsewhere: false,
  canConfirm: false,
  canReportMissing: false,
  refused: false,
  lastSeen: null,
  copy: null,
  again: null,
  ...changes,
});

/** Letters 8 to 11 are to come; the first `sealed` of them are sealed. */
function reply(sealed: number, next: LettersReply['next'], elsewhere: readonly number[] = []): LettersReply {
  const letters = [8, 9, 10, 11].map((number, index) =>
    index < sealed ? letter(number, { state: 'frozen', addressChangeUntil: null }) : letter(number),
  );
  const [fromLetter = 0, toLetter = 0] = [elsewhere[0], elsewhere.at(-1)];
  const temporary = { id: 'one', fromLetter, toLetter, letters: [...elsewhere], address: LIGHTHOUSE };
  const temporaryAddresses = elsewhere.length === 0 ? [] : [temporary];
  return { letters, holds: [], temporaryAddresses, next, held: null, missingIsLookedInto: false };
}

describe('the letter from which a changed address applies', () => {
  const home = { letter: 8, address: HOME };
  const away = { letter: 8, address: LIGHTHOUSE };

  test('is said where the next one goes elsewhere, for a while or because it is sealed for another address', () => {
    expect(fromWords(reply(0, away, [8, 9]), HOME)).toEqual(['We mail to this address from letter 10 on.']);
    const sealed = 'Letter 8 is already addressed to The Lighthouse, Wick Harbor.';
    expect(fromWords(reply(1, away), HOME)).toEqual(['We mail to this address from letter 9 on.', sealed]);
    expect(fromWords(reply(1, away, [9, 10]), HOME)).toEqual(['We mail to this address from letter 11 on.', sealed]);
    expect(fromWords(reply(1, { letter: 8, address: null }), HOME)).toEqual([
      'We mail to this address from letter 9 on.',
      'It’s too late to change the address of letter 8.',
    ]);
  });

  test('is not said where the next one goes there, or none is left', () => {
    expect(fromWords(reply(0, home), HOME)).toEqual([]);
    expect(fromWords(reply(1, home, [9, 10]), HOME)).toEqual([]);
    expect(fromWords(reply(0, null), HOME)).toEqual([]);
  });

  test('is none for now where all go elsewhere, and a new address is said to reach none of them', () => {
    const all = reply(0, away, [8, 9, 10, 11]);
    expect(firstToUsual(all)).toBeUndefined();
    expect(fromWords(all, HOME)).toEqual([
      'No letters go to this address for now: the remaining letters go to temporary addresses.',
    ]);
    const delivery = { firstLetter: null, elsewhere: true, copies: [] } as unknown as DeliveryReply;
    expect(reachWords(delivery, String)).toBe(
      'All remaining letters go to the temporary addresses you gave us, not to a new address you enter here.',
    );
    expect(reachWords({ ...delivery, elsewhere: false }, String)).toBe(
      'It’s too late to change the address of any letter.',
    );
    expect(reachWords({ ...delivery, copies: [7] }, String)).toBe(
      'The replacement for letter 7 goes to the new address. All remaining letters go to the temporary addresses you gave us, not to a new address you enter here.',
    );
    expect(reachWords({ ...delivery, elsewhere: false, copies: [5, 7] }, String)).toBe(
      'The replacements for letters 5 and 7 go to the new address. It’s too late to change the address of any other letter.',
    );
  });

  test('is the first that no temporary address has', () => {
    const split = reply(1, home, [9, 11]);
    expect(firstToUsual(split)?.letter).toBe(10);
    expect([9, 10, 11].filter((number) => goesToUsual(split, number))).toEqual([10]);
    expect([[8], [8, 9], [8, 9, 10], [8, 10, 11]].map(lettersGo)).toEqual([
      'Letter 8 goes',
      'Letters 8 and 9 go',
      'Letters 8 to 10 go',
      'Letters 8, 10 and 11 go',
    ]);
  });
});

test('a copy is offered with the first letter that it can leave with, not with one that is past its freeze', () => {
  const past = letter(8, { handOver: { earliest: '2026-11-27', latest: '2026-11-27' }, addressChangeUntil: null });
  const reply = { letters: [past, letter(9)] } as unknown as LettersReply;
  const again = { now: '2026-11-27', withNext: '2026-12-11', address: HOME };
  expect(nextWithCopy(reply, letter(7, { again }))).toBe(9);
  expect(nextWithCopy(reply, letter(7))).toBe(8);
  expect(nextWithCopy({ ...reply, letters: [] }, letter(7, { again }))).toBeNull();
});

test('“It arrived” says what becomes of a copy: it is called off, or sealed already and comes all the same', () => {
  const copy = { leavesOn: '2026-12-11', deliveryWindow: WINDOW, address: HOME };
  expect(copyWords(letter(7, { state: 'sending_again', copy }), true)).toBeNull();
  expect(copyWords(letter(7, { state: 'arrived' }), true)).toBe('We won’t mail the replacement.');
  expect(copyWords(letter(7, { state: 'arrived' }), false)).toBeNull();
  expect(copyWords(letter(7, { state: 'arrived', copy }), true)).toBe(
    'The replacement is already addressed and will arrive too. Keep both.',
  );
});

test('a letter that a holiday moves has one mailing day, the day it leaves', () => {
  const christmas = letter(9, {
    mailingDay: '2026-12-25',
    handOver: { earliest: '2026-12-24', latest: '2026-12-24' },
    early: 'a day early because of Christmas Day',
  });
  expect(mailingDays(christmas)).toEqual({
    count: 1,
    short: 'Dec 24',
    medium: 'Dec 24, 2026',
    long: 'December 24, 2026',
  });
  expect(lastLetterWords({ ...reply(0, null), letters: [christmas] })).toContain('December 24, 2026');
});

test('the last letter has a new mailing day only if it is not mailed yet', () => {
  const mailed = letter(4, { state: 'arrived', handedOverOn: '2026-11-13' });
  expect(lastLetterWords({ ...reply(0, null), letters: [mailed, letter(5)] })).toContain('letter 5, is now');
  expect(lastLetterWords({ ...reply(0, null), letters: [mailed] })).toBe('');
});

test('a scan names its day after the city, and after the state if there is one', () => {
  const seen = { city: 'PORTLAND', state: 'ME', on: '2026-11-28' };
  expect(seenInWords(seen)).toBe('Scanned by the post office in Portland, Maine, on Nov 28');
  expect(seenInWords({ ...seen, state: '' })).toBe('Scanned by the post office in Portland on Nov 28');
});

test('the heading over received letters is sure only if each of them has arrived', () => {
  const [first, second] = [letter(1, { state: 'arrived' }), letter(2, { state: 'overdue' })];
  expect(comeWords([first])).toBe('Letter 1 has arrived');
  expect(comeWords([second])).toBe('Letter 2 should have arrived');
  expect(comeWords([first, letter(2, { state: 'arrived' })])).toBe('Letters 1 and 2 have arrived');
  expect(comeWords([first, second])).toBe('Letters 1 and 2 should have arrived');
});
