import type { Page, Route } from '@playwright/test';

/** Keeps matching requests back until the returned function is called. Later ones then go through. */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
  isMeant: (route: Route) => boolean = () => true,
): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isReleased = false;
  await page.route(url, async (route) => {
    if (isReleased || !isMeant(route)) await route.continue();
    else held.push(route);
  });
  return async () => {
    isReleased = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** For `holdRequests`. */
export function isGet(route: Route): boolean {
  return route.request().method() === 'GET';
}
