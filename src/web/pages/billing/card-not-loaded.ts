import { ApiFailure, unlessUnreachable } from '../../app/api-failure.ts';

export function cardNotLoadedWords(error: Error | null): string {
  const stripeIsDown = error instanceof ApiFailure && error.code === 'payments_unavailable';
  if (stripeIsDown) return 'Unable to fetch payment information';
  return unlessUnreachable(error, 'Failed to load payment information');
}
