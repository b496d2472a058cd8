import styles from './steps.module.css';

/** For example 'Step 2 of 3', with a mark for each step. */
export function Steps({ current, names }: { readonly current: number; readonly names: readonly string[] }) {
  return (
    <nav className={styles.steps} aria-label={`Step ${current} of ${names.length}`}>
      <p className={styles.count}>{`Step ${current} of ${names.length}`}</p>
      <ol className={styles.route}>
        {names.map((name, index) => (
          <li
            key={name}
            className={styles.station}
            data-state={stateOf(index + 1, current)}
            aria-current={index + 1 === current ? 'step' : undefined}
          >
            {name}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function stateOf(step: number, current: number): 'done' | 'current' | 'ahead' {
  if (step === current) return 'current';
  return step < current ? 'done' : 'ahead';
}
