import { useLayoutEffect, useSyncExternalStore } from 'react';
import '../ui/dark.css';

export type Theme = 'light' | 'dark';

/** The whole document has the theme until the page is left. */
export function useTheme(theme: Theme): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['theme'] = theme;
    return () => void delete dataset['theme'];
  }, [theme]);
}

export function useSystemTheme(): Theme {
  return useSyncExternalStore(watchSystem, () => darkSystem().matches) ? 'dark' : 'light';
}

function darkSystem(): MediaQueryList {
  return globalThis.matchMedia('(prefers-color-scheme: dark)');
}

function watchSystem(onChange: () => void): () => void {
  const system = darkSystem();
  system.addEventListener('change', onChange);
  return () => system.removeEventListener('change', onChange);
}
