import { useLayoutEffect, useState } from 'react';
import { safeLocalStorage } from '../../safe-storage.ts';

export interface ReadingSettings {
  readonly lamp: 'full' | 'low';
  readonly type: 'usual' | 'large';
  readonly switchLamp: () => void;
  readonly switchType: () => void;
}

const LAMP = 'case-file-lamp';
const TYPE = 'case-file-type';

/** Light and size of type, as they were left in this browser; a dark system begins with a low lamp. The light is the whole page’s. */
export function useReadingSettings(): ReadingSettings {
  const [lamp, setLamp] = useState(() => safeLocalStorage.getItem(LAMP) ?? (isDark() ? 'low' : 'full'));
  const [type, setType] = useState(() => safeLocalStorage.getItem(TYPE) ?? 'usual');
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['lamp'] = lamp;
    return () => void delete dataset['lamp'];
  }, [lamp]);
  return {
    lamp: lamp === 'low' ? 'low' : 'full',
    type: type === 'large' ? 'large' : 'usual',
    switchLamp: () => setLamp(store(LAMP, lamp === 'low' ? 'full' : 'low')),
    switchType: () => setType(store(TYPE, type === 'large' ? 'usual' : 'large')),
  };
}

function isDark(): boolean {
  return globalThis.matchMedia('(prefers-color-scheme: dark)').matches;
}

function store(name: string, value: string): string {
  safeLocalStorage.setItem(name, value);
  return value;
}
