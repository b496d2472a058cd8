import { createContext, type ReactNode, use, useState } from 'react';
import { type BoardNotice, NoticeBoard } from '../../../ui/notice-board.tsx';

type ShowNotice = (notice: BoardNotice) => void;

const Board = createContext<ShowNotice>(() => {});

export function ActionBoard({ children }: { readonly children: ReactNode }) {
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  return (
    <Board value={setNotice}>
      <NoticeBoard notice={notice} />
      {children}
    </Board>
  );
}

export function useShowNotice(): ShowNotice {
  return use(Board);
}
