import type { LocalNote } from './note-store.ts';

/** Every word must occur in the text or the pin, ignoring case and accents. */
export function searchNotes(notes: readonly LocalNote[], query: string): readonly LocalNote[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return notes;
  return notes.filter(({ text, pinnedTo, letter }) => {
    const said = plain(`${text} ${pinnedTo} letter ${letter}`);
    return words.every((word) => said.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
