import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Stack } from './sheet.tsx';

interface TryAgainProps {
  readonly title?: string | undefined;
  readonly children: string;
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

export function TryAgain({ title, children, busy = false, onRetry }: TryAgainProps) {
  return (
    <Notice tone="error" title={title}>
      <Stack>
        <p>{children}</p>
        <Button fit variant="secondary" busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      </Stack>
    </Notice>
  );
}
