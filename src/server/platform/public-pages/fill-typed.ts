import { TYPED_PLACE } from '../../../contract/public-pages.ts';
import { escapeHtml } from './app-head.ts';

const LONGEST = 255;

export function fillTyped(html: string, typed: string): string {
  return html.replaceAll(TYPED_PLACE, () => escapeHtml(typed.slice(0, LONGEST)));
}
