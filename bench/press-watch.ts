/** What of a page can be pressed, told apart by words that a fresh visit shows again. */
export interface Control {
  readonly key: string;
  /** The key that is typed into it after the press: text fields and lists have one. */
  readonly typed: string | null;
  /** Why it cannot be pressed. */
  readonly closed: string | null;
}

/** What a page shows of a control; a painted screen may answer by any of it. */
export interface Look {
  readonly isFocused: boolean;
  readonly isBusy: boolean;
  readonly isChecked: boolean;
  readonly isOpen: boolean;
  readonly address: string;
}

export interface Watch {
  /** Milliseconds from each event of a press or key to the paint after it; those under 16 are not reported. */
  readonly durations: number[];
  controls(): Control[];
  /** Brings a control into sight. @returns where a finger meets it; null where only the keyboard does; undefined when it is gone */
  point(key: string): { readonly x: number; readonly y: number } | null | undefined;
  look(key: string): Look | undefined;
  focus(key: string): void;
  hasStarted(): boolean;
}

declare global {
  var pressWatch: Watch;
}

/**
 * Runs in the page before its own scripts: listens, and prevents nothing. The storage is what it was before the last press.
 * Methods alone: a function that is given a name by a constant would ask for a helper of the compiler's.
 */
export function watchPresses(stored: readonly (readonly [string, string])[]): void {
  if (globalThis.top !== globalThis.self || !location.protocol.startsWith('http')) return;
  localStorage.clear();
  for (const [key, value] of stored) localStorage.setItem(key, value);
  const elements = new Map<string, HTMLElement>();
  const watch: Watch & { nameOf(element: HTMLElement): string; isIn(element: Element, x: number, y: number): boolean } =
    {
      durations: [],
      nameOf(element) {
        const { labels } = element as HTMLInputElement;
        const labelledBy = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
        const words = [
          element.getAttribute('aria-label'),
          ...[labelledBy, ...(labels ?? []), element].map((each) => each?.textContent),
          element.getAttribute('title'),
          element.getAttribute('name'),
          element.id,
        ];
        return (words.find((each) => each?.trim()) ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60);
      },
      controls() {
        elements.clear();
        const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
        const found: Control[] = [];
        for (const element of root.querySelectorAll<HTMLElement>(
          'a[href], button, summary, select, textarea, input:not([type=hidden]), iframe, [tabindex="0"]',
        )) {
          if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]') !== null) continue;
          const type = element instanceof HTMLInputElement ? element.type : element.localName;
          const words = `${element.localName === 'a' ? 'link' : type} “${watch.nameOf(element)}”`;
          let key = words;
          for (let nth = 2; elements.has(key); nth++) key = `${words} ${nth}`;
          elements.set(key, element);
          const isText = element.matches('select, textarea, input:not([type=radio], [type=checkbox], [type=submit])');
          const digits = element.matches('[type=date], [type=number], [type=tel], [inputmode=numeric]');
          const closed = element.matches(':disabled') ? 'disabled' : type === 'iframe' ? 'a frame of Stripe’s' : null;
          found.push({ key, typed: isText ? (type === 'select' ? 'ArrowDown' : digits ? '1' : 'a') : null, closed });
        }
        return found;
      },
      isIn(element, x, y) {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (element.contains(hit) || hit.closest('label') === element);
      },
      point(key) {
        watch.controls();
        const element = elements.get(key);
        if (element === undefined) return undefined;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        for (const each of [element, ...((element as HTMLInputElement).labels ?? [])]) {
          // Of a link that is broken over lines, the first.
          const { left, top, width, height } = each.getClientRects()[0] ?? each.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          if (watch.isIn(each, x, y)) return { x, y };
        }
        return null;
      },
      look(key) {
        if (!elements.has(key)) watch.controls();
        const element = elements.get(key);
        if (element === undefined) return undefined;
        return {
          isFocused: document.activeElement === element,
          isBusy: element.ariaBusy === 'true',
          isChecked: (element as HTMLInputElement).checked ?? false,
          isOpen: element.closest('details')?.open ?? false,
          address: location.href,
        };
      },
      focus(key) {
        elements.get(key)?.focus();
      },
      hasStarted() {
        return document.getElementById('root')?.dataset['firstScreen'] === undefined;
      },
    };
  Object.assign(globalThis, { pressWatch: watch });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { readonly interactionId: number })[])
      if (entry.interactionId > 0) watch.durations.push(entry.duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
