import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { leaveCaseGroup } from '../../../../contract/case-groups.ts';
import { call } from '../../../app/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogChoice } from '../../../ui/dialog.tsx';
import { type BoardNotice, Notice } from '../../../ui/notice.tsx';
import { cacheGroup } from '../case-queries.ts';

interface LeaveButtonProps {
  readonly season: string;
  readonly onDone: (notice: BoardNotice) => void;
}

export function LeaveButton({ season, onDone }: LeaveButtonProps) {
  const [asks, setAsks] = useState(false);
  const leave = useMutation({
    mutationFn: () => call(leaveCaseGroup, { params: { season } }),
    onSuccess: (reply) => {
      setAsks(false);
      cacheGroup(season, reply);
      onDone({ tone: 'success', text: 'You have left the table, and your notes with you.' });
    },
  });
  return (
    <>
      <Dialog open={asks} onClose={() => setAsks(false)} title="Leave the group?">
        {leave.isError && <Notice tone="error">{leave.error.message}</Notice>}
        <p>
          Your notes leave with you, and nobody there reads another word of them. To come back you need a new link. If
          you keep the links, whoever has sat there longest after you keeps them next.
        </p>
        <DialogChoice
          yes="Leave"
          no="Stay"
          busy={leave.isPending}
          onNo={() => setAsks(false)}
          onYes={() => leave.mutate()}
        />
      </Dialog>
      <Button fit variant="quiet" onClick={() => setAsks(true)}>
        Leave the group
      </Button>
    </>
  );
}
