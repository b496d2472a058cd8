import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './reading-controls.module.css';
import { type ReadingSettings, THEMES, type ThemeChoice } from './reading-settings.ts';

const THEME_WORDS = { light: 'Light', dark: 'Dark', system: 'System' } as const satisfies Record<ThemeChoice, string>;

interface ReadingControlsProps {
  readonly settings: ReadingSettings;
  readonly withType?: boolean;
}

export function ReadingControls({ settings, withType = false }: ReadingControlsProps) {
  const id = useId();
  return (
    <div className={styles.controls}>
      <label htmlFor={id}>Theme</label>
      <select
        id={id}
        className={styles.theme}
        value={settings.themeChoice}
        onChange={({ target }) => settings.chooseTheme(target.value as ThemeChoice)}
      >
        {THEMES.map((theme) => (
          <option key={theme} value={theme}>
            {THEME_WORDS[theme]}
          </option>
        ))}
      </select>
      {withType && (
        <Button variant="secondary" aria-pressed={settings.type === 'large'} onClick={settings.switchType}>
          Larger text
        </Button>
      )}
    </div>
  );
}
