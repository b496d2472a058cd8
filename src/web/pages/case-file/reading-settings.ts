import { useLayoutEffect, useState } from 'react';

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
  const [lamp, setLamp] = useState(() => stored(LAMP) ?? (isDark() ? 'low' : 'full'));
  const [type, setType] = useState(() => stored(TYPE) ?? 'usual');
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

/** A browser that stores nothing for us begins anew each time. */
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name: string, value: string): string {
  try {
    localStorage.setItem(name, value);
  } catch {
    return value;
  }
  return value;
}
