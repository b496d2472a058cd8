import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { ApiFailure, unlessUnreachable } from '../../app/api-failure.ts';
import type { BoardNotice } from '../../ui/notice.tsx';

/** A profile message is a success if its text contains 'success' (rules/pages 20). */
export function saveNotice(text: string): BoardNotice {
  return { tone: text.includes('success') ? 'success' : 'error', text };
}

export function useFailedNotice(error: Error | null, words: string): BoardNotice | null {
  return useMemo(() => (error === null ? null : saveNotice(unlessUnreachable(error, words))), [error, words]);
}

/** If the session has ended elsewhere, passes the message on to the sign-in page (rules/accounts 4). */
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
