import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { safeLocalStorage } from '../../../safe-storage.ts';
import styles from './console.module.css';
import { useMay } from './role.tsx';

const STORED = 'console-keys';

/** WCAG 2.1.4 requires that single-key shortcuts can be turned off. */
export function ConsoleKeys() {
  const [isOn, setIsOn] = useState(() => safeLocalStorage.getItem(STORED) !== 'off');
  const canSearch = useMay()('search');
  useKeys(isOn, canSearch);
  function choose(on: boolean): void {
    safeLocalStorage.setItem(STORED, on ? 'on' : 'off');
    setIsOn(on);
  }
  return (
    <label className={styles.keys}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => choose(target.checked)} />
      <span>
        Keys:{' '}
        {canSearch && (
          <>
            <kbd>/</kbd> search,{' '}
          </>
        )}
        <kbd>j</kbd> <kbd>k</kbd> rows, <kbd>Enter</kbd> opens
      </span>
    </label>
  );
}

function useKeys(isOn: boolean, canSearch: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isOn) return undefined;
    async function press(event: KeyboardEvent): Promise<void> {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (event.key === '/' && canSearch) {
        event.preventDefault();
        if (searchField() === null) await navigate({ to: CONSOLE_PATHS.search });
        searchField()?.focus();
      }
      if (event.key === 'j') focusRow(1);
      if (event.key === 'k') focusRow(-1);
      if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.matches('[data-row]'))
        event.target.querySelector('a')?.click();
    }
    const listener = (event: KeyboardEvent) => void press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isOn, canSearch, navigate]);
}

/** Shortcuts don't work inside an open dialog. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;
}

function searchField(): HTMLInputElement | null {
  return document.querySelector('search input');
}

function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const current = rows.findLastIndex((row) => row.contains(document.activeElement));
  const next = current === -1 ? (step === 1 ? 0 : rows.length - 1) : current + step;
  rows[next]?.focus();
}
