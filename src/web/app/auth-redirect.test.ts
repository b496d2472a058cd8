import { describe, expect, it } from 'vitest';
import { emailLinkIn, readableAddress, withoutTokens } from './auth-redirect.ts';

const SITE = 'https://deadletter.example';

function readable(address: string): string {
  return readableAddress(new URL(SITE + address)).href.slice(SITE.length);
}

function cleaned(address: string): string {
  return withoutTokens(new URL(SITE + address)).href.slice(SITE.length);
}

describe('the address of a reset link', () => {
  it('carries both tokens in the query, where the screen reads them', () => {
    expect(readable('/reset-password#access_token=a.b.c&expires_in=3600&refresh_token=r-1&sb=&type=recovery')).toBe(
      '/reset-password?access_token=a.b.c&refresh_token=r-1',
    );
  });

  it('is left alone when one of them is missing', () => {
    expect(readable('/reset-password#access_token=a.b.c')).toBe('/reset-password#access_token=a.b.c');
  });
});

describe('the address of a link that failed', () => {
  it('keeps the code, which is ours, and drops the words, which may be anyone’s', () => {
    expect(readable('/reset-password#error=access_denied&error_code=otp_expired&error_description=Call+555&sb=')).toBe(
      '/reset-password?failure=otp_expired',
    );
  });

  it('names Google’s own error when there is no code', () => {
    const error = 'error=access_denied&error_description=No';
    expect(readable(`/auth/callback?${error}#${error}&sb=`)).toBe('/auth/callback?failure=access_denied');
  });

  it('tells what broke behind an email’s link from what broke on the way back from Google', () => {
    const error = 'error=server_error&error_code=unexpected_failure';
    expect(readable(`/account#${error}&sb=`)).toBe('/account?failure=unexpected_failure');
    expect(readable(`/auth/callback?${error}#${error}&sb=`)).toBe('/auth/callback?failure=server_error');
    expect(readable(`/auth/callback?${error.replace('unexpected_failure', 'user_banned')}`)).toBe(
      '/auth/callback?failure=user_banned',
    );
  });

  it('keeps what the query held besides', () => {
    expect(readable('/signin?next=%2Faccount#error=server_error')).toBe('/signin?next=%2Faccount&failure=server_error');
  });
});

it('the address of a link that was the first of two says so, and not in anyone’s words', () => {
  expect(readable('/account/profile#message=Call+555&sb=')).toBe('/account/profile?news=half_way');
});

it('every other address stays as it is, tokens of a sign-in included', () => {
  for (const address of ['/account#access_token=a&refresh_token=b', '/support#faq', '/payment?season=season-1']) {
    expect(readable(address)).toBe(address);
  }
});

describe('the address of a link that brings a session', () => {
  const tokens = '#access_token=a.b.c&refresh_token=r-1';

  it('loses the tokens, and nothing besides', () => {
    expect(cleaned(`/account?next=%2Fshipping${tokens}&type=signup`)).toBe('/account?next=%2Fshipping');
    expect(cleaned('/support#faq')).toBe('/support#faq');
  });

  it('says that the email address is changed, after the second of two confirmations', () => {
    expect(cleaned(`/account/profile${tokens}&type=email_change`)).toBe('/account/profile?news=email_changed');
  });
});

describe('the kind of an email link', () => {
  it('stands beside the session it brought', () => {
    expect(emailLinkIn(new URL(`${SITE}/account#access_token=a.b.c&refresh_token=r-1&type=signup`))).toBe('signup');
  });

  it('is none of Google’s, of a failure, or of an address that says it by itself', () => {
    for (const fragment of [
      '#access_token=a.b.c&refresh_token=r-1',
      '#error_code=otp_expired&type=signup',
      '?type=signup',
    ]) {
      expect(emailLinkIn(new URL(`${SITE}/account${fragment}`))).toBeNull();
    }
  });
});
