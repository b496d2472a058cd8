import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { safeLocalStorage } from '../../safe-storage.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEMES)[number];

export interface ReadingSettings {
  readonly themeChoice: ThemeChoice;
  readonly theme: 'light' | 'dark';
  readonly type: 'usual' | 'large';
  readonly chooseTheme: (choice: ThemeChoice) => void;
  readonly switchType: () => void;
}

const THEME = 'case-file-theme';
const TYPE = 'case-file-type';

export function useReadingSettings(): ReadingSettings {
  const [stored, setStored] = useState(() => safeLocalStorage.getItem(THEME));
  const [type, setType] = useState(() => safeLocalStorage.getItem(TYPE) ?? 'usual');
  const isSystemDark = useSyncExternalStore(watchSystem, () => darkSystem().matches);
  const themeChoice = THEMES.find((theme) => theme === stored) ?? 'system';
  const theme = themeChoice === 'dark' || (themeChoice === 'system' && isSystemDark) ? 'dark' : 'light';
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['theme'] = theme;
    return () => void delete dataset['theme'];
  }, [theme]);
  return {
    themeChoice,
    theme,
    type: type === 'large' ? 'large' : 'usual',
    chooseTheme: (choice) => setStored(store(THEME, choice)),
    switchType: () => setType(store(TYPE, type === 'large' ? 'usual' : 'large')),
  };
}

function darkSystem(): MediaQueryList {
  return globalThis.matchMedia('(prefers-color-scheme: dark)');
}

function watchSystem(onChange: () => void): () => void {
  const system = darkSystem();
  system.addEventListener('change', onChange);
  return () => system.removeEventListener('change', onChange);
}

function store<T extends string>(name: string, value: T): T {
  safeLocalStorage.setItem(name, value);
  return value;
}
