import { useState } from 'react';
import { type Theme, useSystemTheme, useTheme } from '../../app/theme.ts';
import { safeLocalStorage } from '../../safe-storage.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEMES)[number];

export interface ReadingSettings {
  readonly themeChoice: ThemeChoice;
  readonly theme: Theme;
  readonly type: 'usual' | 'large';
  readonly chooseTheme: (choice: ThemeChoice) => void;
  readonly switchType: () => void;
}

const THEME = 'case-file-theme';
const TYPE = 'case-file-type';

export function useReadingSettings(): ReadingSettings {
  const [stored, setStored] = useState(() => safeLocalStorage.getItem(THEME));
  const [type, setType] = useState(() => safeLocalStorage.getItem(TYPE) ?? 'usual');
  const systemTheme = useSystemTheme();
  const themeChoice = THEMES.find((theme) => theme === stored) ?? 'system';
  const theme = themeChoice === 'system' ? systemTheme : themeChoice;
  useTheme(theme);
  return {
    themeChoice,
    theme,
    type: type === 'large' ? 'large' : 'usual',
    chooseTheme: (choice) => setStored(store(THEME, choice)),
    switchType: () => setType(store(TYPE, type === 'large' ? 'usual' : 'large')),
  };
}

function store<T extends string>(name: string, value: T): T {
  safeLocalStorage.setItem(name, value);
  return value;
}
