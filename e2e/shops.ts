import type { Page } from '@playwright/test';

/** A whole shop, as `global-setup.ts` opens it. */
export interface OpenShop {
  readonly url: string;
  readonly databaseUrl: string;
  readonly sandboxUrl: string;
}

/** The one that most tests share. */
export function sharedShop(): OpenShop {
  const { BASE_URL = '', DATABASE_URL = '', SANDBOX_URL = '' } = process.env;
  return { url: BASE_URL, databaseUrl: DATABASE_URL, sandboxUrl: SANDBOX_URL };
}

/** The one in which every button is pressed. */
export function crawledShop(): OpenShop {
  return JSON.parse(process.env['CRAWLED_SHOP'] ?? '{}') as OpenShop;
}

/** The one whose page that is. */
export function shopOf(page: Page): OpenShop {
  const crawled = crawledShop();
  return page.url().startsWith(`${crawled.url}/`) ? crawled : sharedShop();
}
