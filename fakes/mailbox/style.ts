export const VIEWER_STYLE = `
:root {
  color-scheme: light dark;
  --desk: #e5d9bd; --paper: #f4ecd9; --ink: #221a14; --faded: #66553f; --rule: #cdbd9b; --stamp: #8c2318; --on-stamp: #fbf5e6;
}
@media (prefers-color-scheme: dark) {
  :root { --desk: #15100c; --paper: #231b14; --ink: #f0e6d0; --faded: #b9a686; --rule: #4a3b2b; --stamp: #e08371; --on-stamp: #231b14; }
}
* { box-sizing: border-box; }
body {
  display: flex; flex-direction: column; min-height: 100vh; max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem;
  background: var(--desk); color: var(--ink); font: 1.0625rem/1.5 Georgia, 'Times New Roman', serif;
}
a { color: var(--stamp); }
:focus-visible { outline: 2px solid var(--stamp); outline-offset: 2px; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; font-weight: normal; overflow-wrap: anywhere; }
button {
  min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid var(--stamp); background: none; color: var(--stamp);
  font: inherit; font-weight: bold; cursor: pointer;
}
button:hover { background: var(--stamp); color: var(--on-stamp); }
.masthead { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; justify-content: space-between; }
.masthead p { margin: 0.25rem 0 0; color: var(--faded); font-style: italic; }
.search { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; margin: 1.25rem 0; }
.search input {
  flex: 1 1 8rem; min-width: 0; min-height: 2.75rem; padding: 0 0.75rem; border: 1px solid var(--rule);
  background: var(--paper); color: var(--ink); font: inherit;
}
.search input::placeholder { color: var(--faded); font-style: italic; opacity: 1; }
.letters { margin: 0; padding: 0; list-style: none; border: 1px solid var(--rule); background: var(--paper); }
.letters li + li { border-top: 1px solid var(--rule); }
.letters a {
  display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1.5rem; padding: 0.875rem 1.25rem;
  color: var(--ink); text-decoration: none;
}
.letters a:hover .subject { color: var(--stamp); text-decoration: underline; }
.letters .subject { font-size: 1.1875rem; overflow-wrap: anywhere; }
.letters time { grid-column: 2; grid-row: 1; }
.route, time { color: var(--faded); font-size: 0.9375rem; overflow-wrap: anywhere; }
.letters .route { grid-column: 1; }
.empty { padding: 4rem 1rem; border: 1px dashed var(--rule); color: var(--faded); font-style: italic; text-align: center; }
.back { margin-bottom: 0.75rem; }
.envelope { padding: 1.25rem; border: 1px solid var(--rule); background: var(--paper); }
.envelope dl { margin: 0.875rem 0 0; }
.envelope dl div { display: flex; gap: 1rem; }
.envelope dt { flex: 0 0 5.5rem; color: var(--faded); font-style: italic; }
.envelope dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.envelope time { color: inherit; font-size: inherit; }
.tabs { display: flex; gap: 0.25rem; margin-top: 1.25rem; }
.tabs a {
  padding: 0.625rem 1.125rem; border: 1px solid var(--rule); border-bottom: 0; color: var(--faded); text-decoration: none;
}
.tabs a:hover { color: var(--stamp); }
.tabs a[aria-current] { background: var(--paper); color: var(--ink); font-weight: bold; }
main { display: flex; flex: 1; flex-direction: column; border: 1px solid var(--rule); background: var(--paper); }
iframe { flex: 1; width: 100%; min-height: 48rem; border: 0; }
.text { margin: 0; padding: 1.25rem; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
.headers { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
.headers th, .headers td { padding: 0.5rem 1.25rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.headers th { width: 12rem; color: var(--faded); font-weight: normal; font-style: italic; }
.headers tr + tr { border-top: 1px solid var(--rule); }
@media (max-width: 40rem) {
  .letters a { grid-template-columns: 1fr; padding: 0.875rem 1rem; }
  .letters time { grid-column: 1; grid-row: auto; }
  .tabs a { flex: 1; padding: 0.625rem 0.5rem; text-align: center; }
  .envelope { padding: 1rem; }
  .envelope dt { flex-basis: 4.5rem; }
  .headers, .headers tbody, .headers tr, .headers th, .headers td { display: block; width: auto; }
  .headers th { padding-bottom: 0; }
  .headers td { padding-top: 0; }
}
`;
