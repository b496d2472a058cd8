import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { APP_PATHS, CASE_WORKER_PATH } from '../../../contract/site-paths.ts';

/** Makes the case file's pages work offline. */
export function useOfflineApp(): void {
  const router = useRouter();
  useEffect(() => void storeApp(router), [router]);
}

const PAGES = [
  APP_PATHS.accountCase,
  APP_PATHS.accountCaseLetter,
  APP_PATHS.accountCasePuzzles,
  APP_PATHS.accountCaseTheory,
] as const;

async function storeApp(router: AnyRouter): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !navigator.onLine) return;
  try {
    for (const path of PAGES) await router.loadRouteChunk(router.routesByPath[path]);
    const scope = { scope: APP_PATHS.accountCase };
    const { active, waiting, installing } = await navigator.serviceWorker.register(workerAddress(), scope);
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    (active ?? waiting ?? installing)?.postMessage(loaded, []);
  } catch {
    // Without a service worker, notes are still kept while the page is open.
  }
}

/** The part of the browser's Trusted Types API that TypeScript's types lack. */
interface TrustedTypes {
  createPolicy(
    name: 'case-worker',
    rules: { readonly createScriptURL: () => string },
  ): { readonly createScriptURL: (url: string) => string };
}

let address: string | undefined;

function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: () => CASE_WORKER_PATH };
  address ??= trustedTypes?.createPolicy('case-worker', rules).createScriptURL('') ?? CASE_WORKER_PATH;
  return address;
}
