import { APP_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { Sheet, Stack } from '../ui/sheet.tsx';
import { AppButtonLink } from './links.tsx';

/** An address of ours behind which there is nothing. */
export function NotFoundScreen() {
  return (
    <Sheet edge="perforated">
      <Stack>
        <h1>Not Known at This Address</h1>
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
