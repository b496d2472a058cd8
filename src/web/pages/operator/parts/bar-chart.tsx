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
  /** Used if full figures would overlap. */
  readonly brief?: (value: number) => string;
}

const WIDTH = 720;
const HEIGHT = 220;
const FOOT = 24;
const HEAD = 20;
const CHARACTER_WIDTH = 8;
/** With more names than this, they overlap on a phone. */
const MANY = 16;
/** With more values than this, figures overlap. */
const DENSE = 6;

const BRIEF = new Intl.NumberFormat('en-US', { notation: 'compact' });

export function BarChart({
  title,
  unit,
  bars,
  write = (value) => value.toLocaleString('en-US'),
  brief = (value) => BRIEF.format(value),
}: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / Math.max(bars.length, 6);
  const labelsBy = (words: (value: number) => string) => bars.map(({ value }) => (value > 0 ? words(value) : ''));
  const full = labelsBy(write);
  const labels = labelsThatFit(widest(full) <= step ? full : labelsBy(brief), step);
  if (bars.every(({ value }) => value <= 0)) {
    return (
      <div>
        <p className={styles.title}>{title}</p>
        <p>Nothing yet.</p>
      </div>
    );
  }
  return (
    <figure className={styles.chart} data-many={bars.length > MANY} data-dense={bars.length > DENSE}>
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
              <text className={styles.label} data-value x={middle} y={HEIGHT - FOOT - height - 5}>
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

/** If labels would overlap, shows only every second, third or later one. */
function labelsThatFit(labels: readonly string[], step: number): readonly string[] {
  const every = Math.max(1, Math.ceil(widest(labels) / step));
  return labels.map((label, index) => ((labels.length - 1 - index) % every === 0 ? label : ''));
}
