import { Sheet } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export function PendingScreen() {
  return (
    <Sheet>
      <Skeleton label="Fetching the page" lines={6} />
    </Sheet>
  );
}
