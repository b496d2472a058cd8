import { APP_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { Struck } from '../ui/postmark.tsx';
import { Sheet, Stack } from '../ui/sheet.tsx';
import { AppButtonLink } from './links.tsx';

const RETURNED = { place: 'RETURN TO SENDER', lines: ['NOT', 'KNOWN', 'HERE'] } as const;

export function NotFoundScreen() {
  return (
    <Sheet edge="perforated" level={1} title="Not Known at This Address" aside={<Struck {...RETURNED} />}>
      <Stack>
        <p>
          Nothing has ever been delivered here. If a link brought you, it was written by somebody who has since moved
          on.
        </p>
        <div>
          <AppButtonLink to={APP_PATHS.account}>Go to your account</AppButtonLink>
        </div>
        <p>
          <a href={PUBLIC_PATHS.home}>Back to home</a>
        </p>
      </Stack>
    </Sheet>
  );
}
