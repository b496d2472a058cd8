import type { NoteReply } from '../../../contract/notes.ts';

/** For example 'Letter 3: “He lists it twice.”' or 'Wendell Pike, in letter 3'. */
export function pinWords({ letter, kind, pinnedTo }: Pick<NoteReply, 'letter' | 'kind' | 'pinnedTo'>): string {
  if (kind === 'passage') return `Letter ${letter}: “${pinnedTo}”`;
  return kind === 'person' ? `${pinnedTo}, in letter ${letter}` : `Letter ${letter}`;
}
