import { setFlagsFromString } from 'node:v8';

const MOST_PERCENT = 15;
/** Eight times V8’s own: what a worker runs once a minute is not worth machine code. */
const BYTES_RUN_BEFORE_OPTIMIZING = 540_672;

/** Keeps the heap near what lives in it, however busy the process is (decision 099). */
export function boundHeapGrowth({ works }: { readonly works: boolean }): void {
  setFlagsFromString(`--heap-growing-percent=${MOST_PERCENT}`);
  if (works) setFlagsFromString(`--interrupt-budget=${BYTES_RUN_BEFORE_OPTIMIZING}`);
}
