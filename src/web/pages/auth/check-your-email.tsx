import { Button } from '../../ui/button.tsx';
import { AuthLayout, SidePanel } from './auth-layout.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

/** rules/accounts 8. */
export function CheckYourEmail({ email, onBack }: { readonly email: string; readonly onBack: () => void }) {
  return (
    <AuthLayout title="Check Your Email" lead="One letter before the letters." beside={<SidePanel />} arriving>
      <p>
        We have sent a confirmation link to <strong>{email}</strong>. Open it and the account is yours. If it does not
        come within a few minutes, look among the junk; things end up there that should not.
      </p>
      <p>Still nothing? We can write again, once a minute. We have been told that more is excessive.</p>
      <ResendConfirmation email={email} />
      <Button variant="quiet" onClick={onBack}>
        Back to signup form
      </Button>
    </AuthLayout>
  );
}
