import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { ApiFailure } from '../../app/api-failure.ts';
import { outcomeOf } from './pay.ts';

const after = (code: ErrorBody['code'], error: string, fields: Record<string, string> = {}) =>
  outcomeOf(new ApiFailure(code, error, { code, error, requestId: 'one', fields }));

test('a failed payment is shown in the server’s words if they say what to do next', () => {
  const again = 'Enter it again.';
  expect(after('validation_failed', again, { paymentMethodId: again })).toEqual({ kind: 'failed', message: again });
  for (const code of ['unknown_price', 'not_yours', 'price_changed'] as const) {
    expect(after(code, 'Reload this page.')).toEqual({ kind: 'failed', message: 'Reload this page.' });
  }
  for (const code of ['validation_failed', 'internal'] as const) {
    expect(after(code, 'x')).toEqual({ kind: 'failed', message: 'Failed to create subscription.' });
  }
});
