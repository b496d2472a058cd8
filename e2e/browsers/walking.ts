import { expect } from '@playwright/test';
import { PASSWORD } from '../../test/clients/shopper.ts';
import { CARDS } from '../checkout.ts';
import { stranger, type TestUser } from '../users.ts';
import type { Visitor } from './visitor.ts';

const THANKS = 'Thank you. Your order is confirmed.';

export async function signsUp(visitor: Visitor, path: string): Promise<TestUser> {
  const user = stranger();
  await visitor.open(path);
  await visitor.fills({
    'First name': user.firstName,
    'Last name': user.lastName,
    Email: user.email,
    Password: user.password,
    'Confirm password': user.password,
    'Street address': '1 Ferry Road',
    City: 'Wick Harbor',
    'ZIP code': '04579',
  });
  await visitor.sets('State', 'ME');
  await visitor.presses('Create Account');
  await visitor.sees('heading', 'Choose Your Season');
  return user;
}

export async function paysByCard(visitor: Visitor, amount: string): Promise<void> {
  await visitor.fills({ 'Card number': CARDS.good, 'MM / YY': '12 / 34', CVC: '123', ZIP: '04579' });
  await visitor.presses(`Pay ${amount}`);
  await visitor.sees('text', THANKS);
}

export async function buys(visitor: Visitor, amount: string): Promise<void> {
  await visitor.follows('Continue with Shipping');
  await visitor.presses('Continue to Payment');
  await visitor.sees('heading', 'Payment');
  await paysByCard(visitor, amount);
}

export async function signsIn(visitor: Visitor, email: string, password = PASSWORD): Promise<void> {
  await visitor.fills({ Email: email, Password: password });
  await visitor.presses('Sign In');
  await visitor.sees('button', 'Sign Out');
}

const TABS = {
  Subscription: 'Your Subscriptions',
  'Case File': 'Case File',
  Profile: 'Profile',
  Billing: 'Billing',
  Overview: 'Your Account',
} as const;

export async function walksTheAccount(visitor: Visitor): Promise<void> {
  for (const [tab, heading] of Object.entries(TABS)) {
    await visitor.follows(tab);
    await visitor.sees('heading', heading);
    expect(await visitor.has('text', 'Something went wrong.')).toBe(false);
  }
}

export async function signsOut(visitor: Visitor): Promise<void> {
  await visitor.presses('Sign Out');
  await visitor.isAt('/');
}
