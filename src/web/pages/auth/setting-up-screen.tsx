import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** /auth/callback, while it is found out where to go next. */
export function SettingUpScreen() {
  return (
    <Sheet>
      <Spinner label="Setting up your account..." />
    </Sheet>
  );
}
