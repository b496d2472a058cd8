import { expect, test as base } from '@playwright/test';
import { sharedShop } from '../shops.ts';
import { type Driver, type DriverOptions, type Engine, openDriver } from './drivers.ts';
import type { Wanted } from './finding.ts';

type Fields = Readonly<Record<string, string>>;

/** A user at a browser: waits for what they look for, as a person does. */
export class Visitor {
  constructor(
    readonly driver: Driver,
    readonly siteUrl: string,
  ) {}

  /** Runs in each document that the visitor opens, as soon as it is there. */
  onEachPage: (() => void) | null = null;

  async open(path: string): Promise<void> {
    await this.driver.open(new URL(path, this.siteUrl).href);
    if (this.onEachPage !== null) await this.driver.inPage(this.onEachPage);
  }

  async sees(kind: Wanted['kind'], name: string): Promise<void> {
    await this.#until(kind, name, async () => await this.has(kind, name));
  }

  async has(kind: Wanted['kind'], name: string): Promise<boolean> {
    return await this.driver.has({ kind, name });
  }

  async presses(name: string): Promise<void> {
    await this.#until('button', name, () => this.driver.click({ kind: 'button', name }));
  }

  async follows(name: string): Promise<void> {
    await this.#until('link', name, () => this.driver.click({ kind: 'link', name }));
  }

  async fills(fields: Fields): Promise<void> {
    for (const [name, text] of Object.entries(fields))
      await this.#until('field', name, () => this.driver.type({ kind: 'field', name }, text));
  }

  /** Sets a list or a date by script, since each browser draws these fields differently. */
  async sets(name: string, value: string): Promise<void> {
    await this.#until('field', name, () => this.driver.set({ kind: 'field', name }, value));
  }

  async isAt(path: string): Promise<void> {
    // A page that is being left answers nothing.
    const address = () => this.driver.inPage(() => location.pathname + location.search).catch(() => null);
    await expect.poll(address).toBe(path);
  }

  async #until(kind: string, name: string, attempt: () => Promise<boolean>): Promise<void> {
    const outcome = async () =>
      await attempt().catch((error: Error) => `${error.name}: ${error.message.split('\n')[0]}`);
    await expect.poll(outcome, `${kind} "${name}"`).toBe(true);
  }
}

export const test = base.extend<{ visitor: Visitor; storageBlocked: boolean }>({
  storageBlocked: [false, { option: true }],
  visitor: async ({ storageBlocked }, use, info) => {
    const engine = info.project.metadata['engine'] as Engine;
    const options: DriverOptions = { blockStorage: storageBlocked };
    const driver = await openDriver(engine, options);
    try {
      await use(new Visitor(driver, sharedShop().siteUrl));
      if (info.errors.length > 0) await driver.screenshot(info.outputPath('at-the-end.png')).catch(() => undefined);
    } finally {
      await driver.close();
    }
  },
});
