import { useMutation } from '@tanstack/react-query';
import type { SubscriptionReply } from '../../../contract/account.ts';
import { resumeSubscription } from '../../../contract/subscriptions.ts';
import { resumeDayInWords } from '../../../domain/ending.ts';
import { call } from '../../app/api.ts';
import { cacheSubscription, giftsQuery, invalidate } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';

interface ResumeProps {
  readonly subscription: SubscriptionReply;
  readonly button: string;
  readonly which: string;
  readonly onResumed: () => void;
}

export function Resume({ subscription: { id, isGift, resumableUntil }, button, which, onResumed }: ResumeProps) {
  const resume = useMutation({
    mutationFn: () => call(resumeSubscription, { params: { id } }),
    onSuccess: async (resumed) => {
      cacheSubscription(resumed);
      if (isGift) await invalidate(giftsQuery);
      onResumed();
    },
  });
  if (resumableUntil === null) return null;
  return (
    <Stack>
      {resume.isError && <Notice tone="error">{resume.error.message}</Notice>}
      <p>
        You can resume before {resumeDayInWords(resumableUntil)}. Letters and billing then continue as if you hadn’t
        canceled.
      </p>
      <Button
        fit
        variant="secondary"
        busy={resume.isPending}
        aria-label={`${button}: ${which}`}
        onClick={() => resume.mutate()}
      >
        {button}
      </Button>
    </Stack>
  );
}

interface CanBeResumedProps {
  readonly until: string | null;
}

export function CanBeResumed({ until }: CanBeResumedProps) {
  if (until === null) return null;
  return <p>If you change your mind, you can resume it before {resumeDayInWords(until)}.</p>;
}
