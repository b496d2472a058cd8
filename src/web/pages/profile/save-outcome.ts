import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { ApiFailure, unlessUnreachable } from '../../app/api-failure.ts';
import type { BoardNotice } from '../../ui/notice.tsx';

/** rules/pages 20: a message of the profile counts as success when its text contains 'success'. */
export function saveNotice(text: string): BoardNotice {
  return { tone: text.includes('success') ? 'success' : 'error', text };
}

export function useFailedNotice(error: Error | null, words: string): BoardNotice | null {
  return useMemo(() => (error === null ? null : saveNotice(unlessUnreachable(error, words))), [error, words]);
}

/** For a save after the session has ended elsewhere: the answer goes along to the sign-in page (rules/accounts 4). */
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
