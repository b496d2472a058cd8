import { setFlagsFromString } from 'node:v8';

const MOST_PERCENT = 15;

/** Has V8 collect whenever its heap has grown by 15 %, however busy the process is (decision 099). */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${MOST_PERCENT}`);
}
