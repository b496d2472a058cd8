import { describe, expect, it } from 'vitest';
import { accountSearch, parseSearch, paymentSearch, stringifySearch } from './search-params.ts';

const ADDRESS = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

describe('the addresses of the way to the payment', () => {
  it('are written as they stand there', () => {
    expect(stringifySearch({ season: 'season-1', address: ADDRESS })).toBe(`?season=season-1&address=${ADDRESS}`);
    expect(stringifySearch({ success: 'true' })).toBe('?success=true');
  });

  it('leave out what is not chosen', () => {
    expect(stringifySearch({ season: 'season-1', plan: undefined })).toBe('?season=season-1');
    expect(stringifySearch({})).toBe('');
  });

  it('are read back as they were written, numbers and quotes included', () => {
    const search = { next: '/shipping?season=season-1', promo: '2026', note: '"true"' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });
});

describe('a parameter that makes no sense', () => {
  it('is treated as absent', () => {
    const search = { season: 'Season 1; DROP TABLE', address: 'mine', plan: 'weekly', promo: 'x'.repeat(65) };
    expect(paymentSearch.parse(search)).toEqual({});
    expect(accountSearch.parse({ success: 'yes' })).toEqual({});
  });

  it('does not take the sensible ones with it', () => {
    expect(paymentSearch.parse({ season: 'season-1', address: ADDRESS, plan: 'weekly' })).toMatchObject({
      season: 'season-1',
      address: ADDRESS,
    });
  });
});
