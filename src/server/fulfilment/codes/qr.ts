import { encode } from 'uqr';
import { letterCodeAddress } from '../../../domain/letter-code.ts';

/** A row of dark squares, measured in squares from the top left. */
export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface QrCode {
  readonly size: number;
  readonly bars: readonly Bar[];
}

export function qrOf(site: string, code: string): QrCode {
  const { data } = encode(letterCodeAddress(site, code), { ecc: 'M', border: 0 });
  return { size: data.length, bars: data.flatMap(barsOf) };
}

function barsOf(row: readonly boolean[], y: number): Bar[] {
  const bars: Bar[] = [];
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    const last = bars.at(-1);
    if (last !== undefined && last.x + last.width === x) bars[bars.length - 1] = { ...last, width: last.width + 1 };
    else bars.push({ x, y, width: 1 });
  }
  return bars;
}

/** One unit is one square. */
export function qrSvg({ size, bars }: QrCode): string {
  const path = bars.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`;
}
