import { expect, type Page } from '@playwright/test';

/** Brings a loaded page into a state; can be repeated. */
export type Step = (page: Page) => Promise<unknown>;

export function steps(...all: readonly Step[]): Step {
  return async (page) => {
    for (const step of all) await step(page);
  };
}

/** Presses the first button of each name, in turn. */
export function button(...names: readonly (string | RegExp)[]): Step {
  return steps(...names.map((name) => (page: Page) => page.getByRole('button', { name }).first().click()));
}

/** Follows the first link of that name. */
export function link(name: string | RegExp): Step {
  return (page) => page.getByRole('link', { name }).first().click();
}

/** Writes into the first field of each label. */
export function fill(fields: Readonly<Record<string, string>>): Step {
  return steps(
    ...Object.entries(fields).map(
      ([label, text]) =>
        (page: Page) =>
          page.getByLabel(label).first().fill(text),
    ),
  );
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

export function field(label: string): Step {
  return (page) => expect(page.getByLabel(label).first()).toBeVisible();
}

export function alert(words: string | RegExp = /./): Step {
  return (page) => expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
}
