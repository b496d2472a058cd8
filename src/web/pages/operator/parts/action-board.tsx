import { createContext, type ReactNode, use, useState } from 'react';
import { type BoardNotice, NoticeBoard } from '../../../ui/notice-board.tsx';

type ShowNotice = (notice: BoardNotice) => void;

const Board = createContext<ShowNotice>(() => {});

/** Below the heading of a page: its board, and everything whose deeds are told there. */
export function ActionBoard({ children }: { readonly children: ReactNode }) {
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  return (
    <Board value={setNotice}>
      <NoticeBoard notice={notice} />
      {children}
    </Board>
  );
}

/** Puts a notice on the board of the page. */
export function useShowNotice(): ShowNotice {
  return use(Board);
}
