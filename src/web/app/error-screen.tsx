import { useRouter } from '@tanstack/react-router';
import { PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { Button } from '../ui/button.tsx';
import { Struck } from '../ui/postmark.tsx';
import { Sheet, Stack } from '../ui/sheet.tsx';
import { referenceOf } from './failure-report.ts';

export function ErrorScreen({ error }: { readonly error: unknown }) {
  const router = useRouter();
  return (
    <Sheet
      edge="perforated"
      level={1}
      title="Something went wrong."
      aside={<Struck place="SORTING ROOM" lines={['HELD', 'UP IN', 'TRANSIT']} />}
    >
      <Stack>
        <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
        <p>Should you write to us about it, quote the reference {referenceOf(error)}.</p>
        <div>
          <Button onClick={() => void router.invalidate()}>Try Again</Button>
        </div>
        <p>
          <a href={PUBLIC_PATHS.home}>Back to home</a>
        </p>
      </Stack>
    </Sheet>
  );
}
