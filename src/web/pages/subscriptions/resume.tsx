import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubscriptionReply } from '../../../contract/account.ts';
import { resumeSubscription } from '../../../contract/subscriptions.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { call } from '../../app/api.ts';
import { giftsQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { cacheSubscription } from '../../app/cached-data.ts';

interface ResumeProps {
  readonly subscription: SubscriptionReply;
  readonly button: string;
  readonly which: string;
  readonly onResumed: () => void;
}

export function Resume({ subscription: { id, isGift, resumableUntil }, button, which, onResumed }: ResumeProps) {
  const queryClient = useQueryClient();
  const resume = useMutation({
    mutationFn: () => call(resumeSubscription, { params: { id } }),
    onSuccess: async (resumed) => {
      cacheSubscription(queryClient, resumed);
      if (isGift) await queryClient.invalidateQueries(giftsQuery);
      onResumed();
    },
  });
  if (resumableUntil === null) return null;
  return (
    <Stack>
      {resume.isError && <Notice tone="error">{resume.error.message}</Notice>}
      <p>Second thoughts are allowed until {formatDate(new Date(resumableUntil))}.</p>
      <div>
        <Button
          variant="secondary"
          busy={resume.isPending}
          aria-label={`${button}: ${which}`}
          onClick={() => resume.mutate()}
        >
          {button}
        </Button>
      </div>
    </Stack>
  );
}
