import { expect, type Page } from '@playwright/test';

/** Brings a loaded page into a state; as often as it is asked. */
export type Step = (page: Page) => Promise<unknown>;

export function steps(...all: readonly Step[]): Step {
  return async (page) => {
    for (const step of all) await step(page);
  };
}

/** Presses the first button of that name. */
export function button(name: string | RegExp): Step {
  return (page) => page.getByRole('button', { name }).first().click();
}

/** Follows the first link of that name. */
export function link(name: string | RegExp): Step {
  return (page) => page.getByRole('link', { name }).first().click();
}

export function fill(label: string, text: string, exact = false): Step {
  return (page) => page.getByLabel(label, { exact }).fill(text);
}

export function select(label: string, option: string | { index: number }): Step {
  return (page) => page.getByLabel(label).selectOption(option);
}

export function heading(name: string | RegExp): Step {
  return (page) => expect(page.getByRole('heading', { name })).toBeVisible();
}

export function text(words: string): Step {
  return (page) => expect(page.getByText(words)).toBeVisible();
}

export function field(label: string, exact = false): Step {
  return (page) => expect(page.getByLabel(label, { exact })).toBeVisible();
}

export function alert(words: string | RegExp = /./): Step {
  return (page) => expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
}
