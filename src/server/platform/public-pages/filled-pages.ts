import { type PublicPages, TYPED_PLACE } from '../../../contract/public-pages.ts';
import type { FormPath } from '../../../contract/site-paths.ts';
import { escapeHtml } from './app-head.ts';

const LONGEST = 255;

/** rules/reading 20. */
export class FilledPages {
  #documents: PublicPages | null = null;

  renew(documents: PublicPages): void {
    this.#documents = documents;
  }

  /** @returns null in a process without pages */
  fill(path: FormPath, typed: string): string | null {
    return this.#documents === null ? null : fillTyped(this.#documents[path], typed);
  }
}

export function fillTyped(html: string, typed: string): string {
  return html.replaceAll(TYPED_PLACE, () => escapeHtml(typed.slice(0, LONGEST)));
}
