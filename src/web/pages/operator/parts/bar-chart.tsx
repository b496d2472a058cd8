import styles from './bar-chart.module.css';
import { DataTable } from './data-table.tsx';

interface Bar {
  readonly name: string;
  readonly short: string;
  readonly value: number;
}

interface BarChartProps {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  readonly write?: (value: number) => string;
}

const WIDTH = 720;
const HEIGHT = 220;
const FOOT = 24;
const HEAD = 20;
const CHARACTER_WIDTH = 8;
/** With more names than this, they overlap on a phone. */
const MANY = 16;

export function BarChart({ title, unit, bars, write = (value) => value.toLocaleString('en-US') }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / Math.max(bars.length, 6);
  const labels = labelsThatFit(
    bars.map(({ value }) => (value > 0 ? write(value) : '')),
    step,
  );
  return (
    <figure className={styles.chart} data-many={bars.length > MANY}>
      <figcaption className={styles.title}>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className={styles.picture}>
        <path className={styles.ground} d={`M0 ${HEIGHT - FOOT}H${WIDTH}`} />
        {bars.map(({ name, short, value }, index) => {
          const height = (Math.max(0, value) / most) * (HEIGHT - FOOT - HEAD);
          const x = index * step + step * 0.15;
          const middle = index * step + step / 2;
          return (
            <g key={name}>
              <rect className={styles.bar} x={x} y={HEIGHT - FOOT - height} width={step * 0.7} height={height} />
              <text className={styles.label} data-name x={middle} y={HEIGHT - 6}>
                {short}
              </text>
              <text className={styles.label} x={middle} y={HEIGHT - FOOT - height - 5}>
                {labels[index]}
              </text>
            </g>
          );
        })}
      </svg>
      <details>
        <summary className={styles.figures}>The figures</summary>
        <DataTable caption={title} head={['Which', unit]} rows={bars.map(({ name, value }) => [name, write(value)])} />
      </details>
    </figure>
  );
}

function widest(labels: readonly string[]): number {
  return Math.max(0, ...labels.map(({ length }) => length)) * CHARACTER_WIDTH;
}

/** If labels would overlap, leaves out their cents, then shows only every second, third or later one. */
function labelsThatFit(labels: readonly string[], step: number): readonly string[] {
  const shown = widest(labels) <= step ? labels : labels.map((label) => label.replace(/\.\d\d$/, ''));
  const every = Math.max(1, Math.ceil(widest(shown) / step));
  return shown.map((label, index) => ((shown.length - 1 - index) % every === 0 ? label : ''));
}
