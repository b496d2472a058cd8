import { formatPercent } from '../../../../domain/money.ts';

const HIGHEST_PERCENT = 300;

/** A high percentage of a small number says little, so then the difference itself is shown. */
export function changeInWords(now: number, before: number, words: (value: number) => string): string {
  if (now === before) return '–';
  const percent = Math.round((100 * (now - before)) / before);
  if (percent > HIGHEST_PERCENT) return `+${words(now - before)}`;
  return `${percent > 0 ? '+' : ''}${formatPercent(percent)}`;
}
