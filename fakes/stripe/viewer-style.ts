export const VIEWER_STYLE = `
:root { color-scheme: light dark; --page: #f4ecd9; --ink: #221a14; --soft: #66553f; --line: #cdbd9b; --press: #1f4b3f; --on-press: #fbf5e6; }
@media (prefers-color-scheme: dark) {
  :root { --page: #1b1611; --ink: #f0e6d0; --soft: #b9a686; --line: #4a3b2b; --press: #8fc4b2; --on-press: #1b1611; }
}
* { box-sizing: border-box; }
body { max-width: 90rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink); font: 1rem/1.5 Georgia, serif; }
h1, h2 { margin: 0; font-weight: normal; line-height: 1.2; }
h2 { margin-top: 2.5rem; padding-bottom: 0.5rem; font-size: 1.25rem; }
p { margin: 0.5rem 0 1rem; color: var(--soft); }
:focus-visible { outline: 2px solid var(--press); outline-offset: 2px; }
button { min-height: 2.5rem; padding: 0 1rem; border: 1px solid var(--press); background: none; color: var(--press); font: inherit; cursor: pointer; }
button:hover { background: var(--press); color: var(--on-press); }
.clock { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.ledger { overflow-x: auto; border: 1px solid var(--line); }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.375rem 0.75rem; text-align: left; white-space: nowrap; }
th { color: var(--soft); font-weight: normal; font-style: italic; }
tbody tr { border-top: 1px solid var(--line); }
td:first-child { font-family: monospace; font-size: 0.875rem; }
td form { display: flex; gap: 0.375rem; }
select { min-height: 1.75rem; border: 1px solid var(--line); background: none; color: inherit; font: inherit; }
td button { min-height: 1.75rem; padding: 0 0.625rem; }
.empty { margin: 0; font-style: italic; }
`;
