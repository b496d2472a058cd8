import { expect, test } from 'vitest';
import { barcodeDigits, isPostalBarcode, routingOf, serialsOf } from './postal-barcode.ts';

const PIECE = { mailerId: '123456', serviceType: '310', serial: 7, routing: '04614' } as const;

test('a mailer id of six digits has a thousand million serials, one of nine a million', () => {
  expect(barcodeDigits(PIECE)).toBe('0031012345600000000704614');
  expect(barcodeDigits({ ...PIECE, mailerId: '912345678' })).toBe('0031091234567800000704614');
  expect([serialsOf('123456'), serialsOf('912345678')]).toEqual([1_000_000_000, 1_000_000]);
});

test('what is no mailer id, no serial of its own or no routing has no digits', () => {
  for (const wrong of [
    { mailerId: '912345' },
    { mailerId: '123456789' },
    { mailerId: '12345' },
    { serial: 1_000_000_000 },
    { serial: -1 },
    { mailerId: '912345678', serial: 1_000_000 },
    { routing: '0461' },
    { serviceType: '31' },
  ]) {
    expect(() => barcodeDigits({ ...PIECE, ...wrong })).toThrow(RangeError);
  }
  expect(isPostalBarcode('57379777234994544928')).toBe(false);
  expect(isPostalBarcode('53379777234994544928')).toBe(true);
});

test('an address is routed by its ZIP code, by ZIP+4, and by a delivery point that is known', () => {
  expect(routingOf('04614')).toBe('04614');
  expect(routingOf('04614-1957')).toBe('046141957');
  expect(routingOf('04614-1957', '23')).toBe('04614195723');
  expect(routingOf('04614', '23')).toBe('04614');
  expect(routingOf('K1A 0B1')).toBe('');
});
