import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import { lobPrinter, type Printer, type ReturnAddress } from './lob-printer.ts';

export interface PrinterContext extends Omit<FulfilmentContext, 'config'> {
  readonly config: Pick<Config, 'returnAddress' | 'lob'>;
}

/** @throws ApiError wrong_state if no printer is connected */
export function printerOf({ config: { lob } }: PrinterContext): Printer {
  if (lob === null || lob.prices === null)
    throw new ApiError('wrong_state', 'No printer is set up: LOB_API_KEY and LOB_LETTER_CENTS name one.');
  return lobPrinter(lob);
}

/** For example `Wick Harbor, ME 04614`. */
const TOWN_LINE = /^(.+?),? ([A-Z]{2}) (\d{5}(?:-\d{4})?)$/;

/** Printed above the lines of RETURN_ADDRESS. */
const OUR_NAME = 'The Dead Letter Club';

/**
 * Splits the return address into the fields that the printer needs.
 * @throws ApiError wrong_state
 */
export function readReturnAddress(lines: readonly string[]): ReturnAddress {
  const [, city, state, zip] = TOWN_LINE.exec(lines.at(-1) ?? '') ?? [];
  const [line] = lines;
  if (lines.length < 2 || line === undefined || city === undefined || state === undefined || zip === undefined) {
    throw new ApiError(
      'wrong_state',
      'The printer needs a RETURN_ADDRESS of a street and a town such as “Wick Harbor, ME 04614”.',
    );
  }
  return { name: OUR_NAME, line, city, state, zip };
}
