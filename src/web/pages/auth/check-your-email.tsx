import { Button } from '../../ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';

interface CheckYourEmailProps {
  readonly email: string;
  readonly onBack: () => void;
}

/** SPEC §2: after a signup that needs the e-mail address confirmed. */
export function CheckYourEmail({ email, onBack }: CheckYourEmailProps) {
  return (
    <AuthLayout title="Check Your Email" lead="One letter before the letters." arriving>
      <p>
        We have sent a confirmation link to <strong>{email}</strong>. Open it and the account is yours. If it does not
        come within a few minutes, look among the junk; things end up there that should not.
      </p>
      <Button variant="secondary" onClick={onBack}>
        Back to signup form
      </Button>
    </AuthLayout>
  );
}
