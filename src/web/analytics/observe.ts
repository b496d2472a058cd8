import { parseUrl } from '../parse-url.ts';
import { sendWhenLeaving, record } from './visit.ts';

/** Records the clicks, forms, scroll depth and opened questions of rules/pages 24. */
export function observeVisit(): void {
  document.addEventListener('click', recordClick, { capture: true, passive: true });
  document.addEventListener('submit', recordSubmit, { capture: true, passive: true });
  // `toggle` doesn't bubble.
  document.addEventListener('toggle', recordQuestion, { capture: true, passive: true });
  addEventListener('scroll', recordDepth, { passive: true });
  sendWhenLeaving();
}

let reached = 0;
let hasLanded = false;

export function recordLanding(): void {
  if (hasLanded) return;
  hasLanded = true;
  recordPageView(document.referrer);
}

export function recordPageView(referrer = ''): void {
  reached = 0;
  const host = foreignHost(referrer);
  record({ name: 'page_view', ...(host !== null && { referrer: host }) });
}

function foreignHost(referrer: string): string | null {
  const host = parseUrl(referrer)?.host ?? '';
  return host === '' || host === location.host ? null : host;
}

const LONGEST_LABEL = 60;

function recordClick({ target }: Event): void {
  const control = target instanceof Element ? target.closest('a, button') : null;
  if (control === null) return;
  const label = control.textContent.trim().slice(0, LONGEST_LABEL);
  // A link or button whose text contains an email address isn't recorded.
  if (label !== '' && !label.includes('@')) record({ name: 'click', target: label });
}

function recordSubmit({ target }: Event): void {
  if (!(target instanceof HTMLFormElement)) return;
  record({ name: 'form_submit', form: target.getAttribute('name') ?? location.pathname });
}

function recordQuestion({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open || target.getAttribute('name') !== 'faq') return;
  const question = target.querySelector('summary')?.textContent;
  if (question) record({ name: 'faq_view', question });
}

const DEPTHS = [25, 50, 75, 100] as const;

function recordDepth(): void {
  const { scrollHeight } = document.documentElement;
  // On zoomed screens, half pixels could hide that the end is reached.
  const percent = ((scrollY + innerHeight + 1) / scrollHeight) * 100;
  for (const depth of DEPTHS) {
    if (depth > reached && percent >= depth) {
      reached = depth;
      record({ name: 'scroll', percent: depth });
    }
  }
}
