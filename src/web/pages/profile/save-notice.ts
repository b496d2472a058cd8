import type { BoardNotice } from '../../ui/notice-board.tsx';

/** rules/pages 20: a message of the profile counts as success when its text contains 'success'. */
export function saveNotice(text: string): BoardNotice {
  return { tone: text.includes('success') ? 'success' : 'error', text };
}
