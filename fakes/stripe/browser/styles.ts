const RULES = `
.StripeElement:has(> .sandbox-card) { height: auto; }
.sandbox-card { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0; padding: 0; border: 0; min-width: 0; }
.sandbox-card label { display: grid; gap: 0.25rem; flex: 1 1 5rem; font-size: 0.8125rem; }
.sandbox-card label:first-of-type { flex-basis: 100%; }
.sandbox-card input {
  box-sizing: border-box; width: 100%; padding: 0.5rem; border: 1px solid; border-radius: 2px;
  background: transparent; color: inherit; font: inherit; font-size: 1rem;
}
.sandbox-card input:focus-visible { outline: 2px solid; outline-offset: 1px; }
.sandbox-card input[aria-invalid='true'] { border-width: 2px; border-style: dashed; }
.sandbox-card p { flex-basis: 100%; margin: 0; font-size: 0.8125rem; }
.sandbox-challenge {
  box-sizing: border-box; max-width: min(26rem, calc(100vw - 2rem)); padding: 1.5rem;
  border: 1px solid #1d1d1f; background: #fff; color: #1d1d1f; font: 1rem/1.5 system-ui, sans-serif;
}
.sandbox-challenge::backdrop { background: rgb(0 0 0 / 60%); }
.sandbox-challenge h2 { margin: 0 0 0.5rem; font-size: 1.25rem; }
.sandbox-challenge p { margin: 0 0 1rem; }
.sandbox-challenge div { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.sandbox-challenge button {
  padding: 0.5rem 1rem; border: 1px solid #1d1d1f; border-radius: 2px; background: #fff; color: inherit; font: inherit;
}
.sandbox-challenge button:first-child { background: #1d1d1f; color: #fff; }
.sandbox-challenge button:focus-visible { outline: 3px solid #635bff; outline-offset: 2px; }
`;

let adopted = false;

/** A policy that forbids inline styles allows a constructed sheet. */
export function adoptStyles(): void {
  if (adopted) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(RULES);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  adopted = true;
}
