/** The fields that the digits of an Intelligent Mail barcode encode (rules/fulfilment 59). */
export interface PostalBarcode {
  readonly mailerId: string;
  readonly serviceType: string;
  readonly serial: number;
  /** 0, 5, 9 or 11 digits of the destination's ZIP code and delivery point. */
  readonly routing: string;
}

/** The barcode id of mail that isn't presorted. */
const BARCODE_ID = '00';
const SERIAL_AND_MAILER_DIGITS = 15;

export function serialsOf(mailerId: string): number {
  return 10 ** (SERIAL_AND_MAILER_DIGITS - mailerId.length);
}

const DIGITS = /^\d[0-4]\d{18}(\d{5}|\d{9}|\d{11})?$/;
const MAILER_ID = /^([0-8]\d{5}|9\d{8})$/;

export function isPostalBarcode(digits: string): boolean {
  return DIGITS.test(digits);
}

/** @throws RangeError if it isn't a mailer id, or if the serial has too many digits */
export function barcodeDigits({ mailerId, serviceType, serial, routing }: PostalBarcode): string {
  if (!MAILER_ID.test(mailerId)) throw new RangeError(`${mailerId} is no mailer id.`);
  if (serial < 0 || serial >= serialsOf(mailerId)) throw new RangeError(`${mailerId} has no serial ${serial}.`);
  const serialDigits = String(serial).padStart(SERIAL_AND_MAILER_DIGITS - mailerId.length, '0');
  const digits = `${BARCODE_ID}${serviceType}${mailerId}${serialDigits}${routing}`;
  if (!isPostalBarcode(digits)) throw new RangeError(`${digits} are no digits of a barcode.`);
  return digits;
}

/**
 * The routing digits of an address in the United States.
 * @param deliveryPoint two digits from an address check, if there was one
 */
export function routingOf(postalCode: string, deliveryPoint: string | null = null): string {
  const [, zip = '', plus4 = ''] = /^(\d{5})(?:[- ]?(\d{4}))?$/.exec(postalCode.trim()) ?? [];
  const isPoint = plus4 !== '' && deliveryPoint !== null && /^\d\d$/.test(deliveryPoint);
  return zip + plus4 + (isPoint ? deliveryPoint : '');
}
