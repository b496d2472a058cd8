import { useNavigate } from '@tanstack/react-router';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { ApiFailure } from '../../app/api-failure.ts';

/**
 * For what is saved after the session has ended elsewhere: nothing was, and the page leaves for sign-in by itself. What a save was
 * answered goes along (rules/accounts 4), since nobody reads a panel that is gone.
 */
export function useSignedOut(): (error: Error) => void {
  const navigate = useNavigate();
  return (error) => {
    if (!(error instanceof ApiFailure && error.code === 'not_signed_in')) return;
    void navigate({
      to: APP_PATHS.signin,
      search: { next: APP_PATHS.accountProfile, failure: error.code },
      replace: true,
    });
  };
}
