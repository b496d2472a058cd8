import { addDays, type CalendarDate } from '../../domain/calendar-date.ts';
import { IMPORT_COLUMNS, type ImportColumn } from './imports.ts';

type Sample = Readonly<Record<ImportColumn, string>>;

/** A file of two subscribers whom Stripe doesn’t charge. */
export function importSample(today: CalendarDate): string {
  const ada: Sample = {
    name: 'Ada Quill',
    email: 'ada@example.com',
    address_line_1: '12 Harbor Road',
    address_line_2: 'Apt 3',
    city: 'Portland',
    state: 'ME',
    postal_code: '04101',
    country: 'US',
    plan: 'monthly',
    letters_received: '4',
    next_charge: addDays(today, 20),
    stripe_customer_id: '',
    stripe_subscription_id: '',
  };
  const pike: Sample = {
    ...ada,
    name: 'Wendell Pike',
    email: 'wendell@example.com',
    address_line_1: '8 King Street West',
    address_line_2: '',
    city: 'Toronto',
    state: 'ON',
    postal_code: 'M5H 1A1',
    country: 'CA',
    plan: 'annual',
    letters_received: '0',
    next_charge: addDays(today, 300),
  };
  const lines = [IMPORT_COLUMNS, ...[ada, pike].map((row) => IMPORT_COLUMNS.map((column) => row[column]))];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}
