import { Button } from '../../../ui/button.tsx';
import styles from './console.module.css';

interface SwitchProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

export function Switch<Value extends string>({ label, value, choices, onChange }: SwitchProps<Value>) {
  return (
    <fieldset aria-label={label} className={styles.choices}>
      {choices.map(([choice, name]) => (
        <Button
          key={choice}
          variant={choice === value ? 'secondary' : 'quiet'}
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  );
}
