/**
 * Runs in the page: wraps each text in two `font` elements, as a browser does that translates it, and puts an element behind
 * each field, as a password manager does. The words stay the same, so that they can be found.
 */
export function translateAndAddElements(): void {
  const added = 'manager-icon';
  const change = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const untranslated: Text[] = [];
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      const leftAlone = parentElement?.closest('font, [translate=no], script, style, textarea, option, noscript');
      if (leftAlone === null && textContent?.trim()) untranslated.push(texts.currentNode as Text);
    }
    for (const text of untranslated) {
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
    for (const field of document.querySelectorAll('input:not([data-manager])')) {
      field.setAttribute('data-manager', '');
      field.after(document.createElement(added));
    }
  };
  new MutationObserver(change).observe(document.body, { childList: true, subtree: true, characterData: true });
  change();
}
