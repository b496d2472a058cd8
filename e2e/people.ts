import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

/** Somebody nobody has heard of yet. */
export function stranger(): Person {
  return {
    firstName: 'Ada',
    lastName: 'Quill',
    email: `ada-${randomUUID()}@example.com`,
    password: 'a-harbor-under-fog-1957',
  };
}

/** Fills the signup form without sending it. */
export async function fillSignup(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByLabel('Street address').fill('1 Ferry Road');
  await page.getByLabel('City').fill('Wick Harbor');
  await page.getByLabel('State').fill('ME');
  await page.getByLabel('ZIP code').fill('04579');
}

/** Signs a stranger up, up to the choice of a season. */
export async function signUp(page: Page, person: Person = stranger()): Promise<Person> {
  await page.goto('/signup');
  await fillSignup(page, person);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Choose Your Season' })).toBeVisible();
  return person;
}

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
