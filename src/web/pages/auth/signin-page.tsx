import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { requiredText } from '../../../contract/fields.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { auth } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { RefusalNotice } from './refusal-notice.tsx';

const route = getRouteApi(APP_PATHS.signin);

// SPEC §5: both required, nothing else. An old password may be shorter than today's floor.
const signinForm = z.object({
  email: requiredText(255, 'Which address do we know you by?'),
  password: z.string().check(z.minLength(1, 'The word, please.')),
});

export function SigninPage() {
  const { next } = route.useSearch();
  const signIn = useMutation({ mutationFn: openSession });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(signinForm),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;

  return (
    <AuthLayout title="Sign In" lead="We kept your place, and your secrets.">
      <form noValidate onSubmit={(event) => void handleSubmit((values) => signIn.mutate(values))(event)}>
        <FieldGroup>
          <RefusalNotice error={signIn.error} unexpected="Invalid email or password. Please try again." />
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            required
            error={errors.email?.message}
            {...register('email')}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            required
            error={errors.password?.message}
            {...register('password')}
          />
          <Button type="submit" busy={signIn.isPending || signIn.isSuccess}>
            Sign In
          </Button>
          <p>
            New here?{' '}
            <Link to={APP_PATHS.signup} search={{ next }}>
              Create an account
            </Link>
          </p>
        </FieldGroup>
      </form>
    </AuthLayout>
  );
}

/** The page's guard sees the new session and leads on to the page that asked, else to the account. */
async function openSession(credentials: z.output<typeof signinForm>): Promise<void> {
  const { error } = await auth.signInWithPassword(credentials);
  if (error) throw error;
}
