import { describe, expect, it } from 'vitest';
import { EMPTY_SIGNUP, shippingAddressOf, type SignupForm, signupForm } from './signup-form.ts';

const FILLED: SignupForm = {
  ...EMPTY_SIGNUP,
  firstName: ' Ada ',
  lastName: 'Quill',
  email: 'Ada@Example.com',
  password: 'a-harbor-under-fog',
  confirmPassword: 'a-harbor-under-fog',
  addressLine1: '1 Ferry Road',
  city: 'Wick Harbor',
  stateProvince: 'ME',
  postalCode: '04579',
};

function problemsOf(form: Partial<SignupForm>): Record<string, string> {
  const { error } = signupForm.safeParse({ ...FILLED, ...form });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

describe('the signup form', () => {
  it('is sent when everything is there; the apartment may be left out, and the country begins as the US', () => {
    expect(problemsOf({})).toEqual({});
    expect(EMPTY_SIGNUP.country).toBe('US');
  });

  it('requires name, email, password and address', () => {
    expect(Object.keys(problemsOf(EMPTY_SIGNUP)).sort()).toEqual([
      'addressLine1',
      'city',
      'confirmPassword',
      'email',
      'firstName',
      'fullName',
      'lastName',
      'password',
      'postalCode',
      'stateProvince',
    ]);
  });

  it('wants 8 characters of a password', () => {
    expect(problemsOf({ password: '1234567', confirmPassword: '1234567' })).toEqual({
      password: 'Password must be at least 8 characters long.',
    });
  });

  it('says ‘Passwords do not match’ beside the second one, whatever else is wrong', () => {
    expect(problemsOf({ confirmPassword: 'something else', city: '' })).toMatchObject({
      confirmPassword: 'Passwords do not match',
      city: expect.any(String) as string,
    });
  });

  it('judges the postal code by the country', () => {
    expect(problemsOf({ country: 'CA' })).toHaveProperty('postalCode');
    expect(problemsOf({ country: 'CA', postalCode: 'b3j3k5' })).toEqual({});
    expect(problemsOf({ country: 'OTHER', postalCode: 'none' })).toHaveProperty('countryName');
  });

  it('makes the first letter out to the user who signs up', () => {
    expect(shippingAddressOf(signupForm.parse(FILLED))).toMatchObject({
      fullName: 'Ada Quill',
      addressLine1: '1 Ferry Road',
      country: 'US',
    });
  });
});
