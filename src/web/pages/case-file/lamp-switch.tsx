import { Button } from '../../ui/button.tsx';
import './lamp.css';
import styles from './lamp-switch.module.css';
import type { ReadingSettings } from './reading-settings.ts';

/** Light, and on the letter's own page the size of type. */
export function LampSwitch({
  table,
  withType = false,
}: {
  readonly table: ReadingSettings;
  readonly withType?: boolean;
}) {
  return (
    <div className={styles.lamp}>
      <Button variant="secondary" aria-pressed={table.lamp === 'low'} onClick={table.switchLamp}>
        Lamp turned low
      </Button>
      {withType && (
        <Button variant="secondary" aria-pressed={table.type === 'large'} onClick={table.switchType}>
          Larger type
        </Button>
      )}
    </div>
  );
}
