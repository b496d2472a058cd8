import { expect, test } from 'vitest';
import { decideMerge, type NoteChange, type StoredNoteState } from './note-merge.ts';

const STORED: StoredNoteState = {
  text: 'two lists',
  deleted: false,
  version: 3,
  applied: { phone: { seq: 7, version: 3 }, tablet: { seq: 2, version: 2 } },
};

function decide(change: Partial<NoteChange>, stored: StoredNoteState | null = STORED) {
  return decideMerge(stored, {
    device: 'tablet',
    seq: 3,
    base: 3,
    text: 'two lists, one key',
    deleted: false,
    ...change,
  });
}

test('a note that is not stored yet is taken as it is', () => {
  expect(decide({ base: 0 }, null)).toBe('apply');
});

test('a change is taken once, however often it is sent', () => {
  expect(decide({ seq: 2, base: 1 })).toBe('known');
  expect(decide({ seq: 1 })).toBe('known');
});

test('a change of the newest version becomes the next one', () => {
  expect(decide({ base: 3 })).toBe('apply');
});

test('a device whose last change was taken, but never heard so, goes on from it', () => {
  expect(decide({ device: 'phone', seq: 8, base: 1 })).toBe('apply');
});

test('a change of an older version is kept beside the newer text', () => {
  expect(decide({ base: 2 })).toBe('copy');
});

test('the same words from two devices are one note', () => {
  expect(decide({ base: 2, text: 'two lists' })).toBe('agree');
});

test('a text outlives a deletion that had not seen it, whichever comes first', () => {
  expect(decide({ base: 2, text: '', deleted: true })).toBe('outlived');
  expect(decide({ base: 2 }, { ...STORED, text: '', deleted: true })).toBe('apply');
});
