import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { type BoardNotice, Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { fetchCardScript } from '../checkout/stripe-js.ts';
import { refreshBilling } from './billing-queries.ts';
import { retryOutstanding, settlementWords } from './update-card.ts';

export function Overdue({ onDone }: { readonly onDone: (notice: BoardNotice) => void }) {
  const retry = useMutation({
    mutationFn: () => retryOutstanding(fetchCardScript),
    onSuccess: async (settlement) => {
      await refreshBilling();
      onDone(settlementWords(settlement));
    },
  });
  return (
    <Notice tone="warning" title="Your last payment did not go through.">
      <Stack>
        <p>The letters wait until it does. Try the same card again, or give us another one below.</p>
        {retry.isError && <p role="alert">{retry.error.message}</p>}
        <Button fit variant="secondary" busy={retry.isPending} onClick={() => retry.mutate()}>
          Try the payment again
        </Button>
      </Stack>
    </Notice>
  );
}
