import type { FormPath } from '../../contract/site-paths.ts';

type FillPage = (path: FormPath, typed: string) => string;

export class FilledPages {
  #fill: FillPage | null = null;

  renew(fill: FillPage): void {
    this.#fill = fill;
  }

  /** @returns null if this process serves no pages */
  fill(path: FormPath, typed: string): string | null {
    return this.#fill?.(path, typed) ?? null;
  }
}
