import { createHash } from 'node:crypto';
import { isCalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import type { mailingScans, unreadableScans } from '../scans-schema.ts';

export type Scan = Omit<typeof mailingScans.$inferInsert, 'receivedAt'>;
export type UnreadableScan = Omit<typeof unreadableScans.$inferInsert, 'receivedAt'>;

const LONGEST_FIELD = 100;
const LONGEST_EVENT = 2_000;
const IMB = /^(\d[0-4]\d{3})(\d{15})(\d{5}|\d{9}|\d{11}|)$/;
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?\s?(Z|[+-]\d\d:?\d\d)?$/;

type Event = Readonly<Record<string, unknown>>;

/** Null without a barcode or a time. `returnCodes`: scan codes that mean a way back. */
export function readEvent(event: unknown, returnCodes: readonly string[]): Scan | null {
  if (typeof event !== 'object' || event === null) return null;
  const fields = event as Event;
  const code = barcodeOf(fields);
  const scannedAt = placeTime(textOf(fields, 'scanDatetime') || textOf(fields, 'scanDateTime'));
  if (code === null || scannedAt === null) return null;
  const eventCode = textOf(fields, 'scanEventCode');
  const phase = textOf(fields, 'mailPhase');
  return {
    ...code,
    scannedAt,
    eventCode,
    phase,
    localeKey: textOf(fields, 'scanLocaleKey'),
    machineId: textOf(fields, 'machineId') || textOf(fields, 'machineName'),
    facility: textOf(fields, 'scanFacilityName'),
    city: textOf(fields, 'scanFacilityCity'),
    state: textOf(fields, 'scanFacilityState').toUpperCase(),
    zip: textOf(fields, 'scanFacilityZip'),
    handling: textOf(fields, 'handlingEventType'),
    isReturn: returnCodes.includes(eventCode) || /\breturn/i.test(phase),
  };
}

export function unreadableScan(event: unknown): UnreadableScan {
  const whole = JSON.stringify(event) ?? 'undefined';
  return { sha256: createHash('sha256').update(whole).digest('hex'), event: whole.slice(0, LONGEST_EVENT) };
}

function barcodeOf(fields: Event): Pick<Scan, 'service' | 'mailerSerial' | 'routing'> | null {
  const digits = textOf(fields, 'imb').replaceAll(/\D/g, '') || digitsOfParts(fields);
  const [, service, mailerSerial, routing] = IMB.exec(digits) ?? [];
  if (service === undefined || mailerSerial === undefined || routing === undefined) return null;
  return { service, mailerSerial, routing };
}

const NO_BARCODE_ID = '00';

function digitsOfParts(fields: Event): string {
  const part = (name: string) => textOf(fields, name).replaceAll(/\D/g, '');
  const [mailer, serial] = [part('imbMid'), part('imbSerialNumber')];
  if (mailer === '' || serial === '') return '';
  const service = NO_BARCODE_ID + part('imbStid').padStart(3, '0');
  return service + mailer + serial.padStart(15 - mailer.length, '0') + part('imbRoutingCode');
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'medium' });

/** Decision 125. */
function placeTime(written: string): string | null {
  const [, day, time, fraction = '', offset] = TIME.exec(written) ?? [];
  if (day === undefined || time === undefined || !isCalendarDate(day) || !/^2[01]/.test(day)) return null;
  const parsed = new Date(`${day}T${time}${fraction.slice(0, 4)}${offset ?? 'Z'}`);
  if (Number.isNaN(parsed.getTime())) return null;
  if (offset === undefined) return parsed.toISOString().slice(0, -1);
  const milliseconds = String(parsed.getUTCMilliseconds()).padStart(3, '0');
  return `${newYorkDate(parsed)}T${CLOCK.format(parsed)}.${milliseconds}`;
}

/** The carrier's other interface writes snake case. Characters that PostgreSQL refuses are left out. */
function textOf(fields: Event, name: string): string {
  const value = fields[name] ?? fields[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return value
    .replaceAll(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_FIELD);
}
