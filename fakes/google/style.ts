export const PAGE_STYLE = `
:root {
  color-scheme: light;
  --desk: #1d1712; --lamp: #3a2d21; --paper: #f4ecd9; --ink: #221a14; --faded: #66553f; --rule: #cdbd9b; --stamp: #8c2318;
}
* { box-sizing: border-box; }
body {
  display: flex; flex-direction: column; align-items: center; gap: 1.25rem; min-height: 100vh; margin: 0; padding: 2.5rem 1rem;
  background: radial-gradient(60rem 40rem at 50% 0, var(--lamp), var(--desk)) no-repeat var(--desk);
  color: var(--ink); font: 1.0625rem/1.5 Georgia, 'Times New Roman', serif;
}
:focus-visible { outline: 3px solid var(--stamp); outline-offset: 2px; }
h1 { margin: 0; font-size: 1.875rem; line-height: 1.2; font-weight: normal; }
h2 { margin: 0; font-size: 1rem; font-weight: bold; }
button, summary { font: inherit; cursor: pointer; }
header {
  padding: 0.375rem 1rem; border: 1px solid #a8957a; color: var(--paper); text-align: center; letter-spacing: 0.01em;
}
main {
  width: 100%; max-width: 34rem; padding: 2.25rem 2.5rem; border-top: 0.5rem solid var(--stamp); background: var(--paper);
  box-shadow: 0 1.5rem 3rem rgb(0 0 0 / 45%); overflow-wrap: anywhere;
}
.program { margin: 0.25rem 0 1.5rem; color: var(--faded); }
.program strong { color: var(--ink); }
.accounts { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--rule); }
.accounts li { border-bottom: 1px solid var(--rule); }
.accounts button {
  display: flex; gap: 1rem; align-items: center; width: 100%; padding: 0.875rem 0.5rem; border: 0; background: none;
  color: inherit; text-align: left;
}
.accounts button:hover { background: #eadfc4; }
.likeness {
  flex: none; width: 3rem; height: 3rem; border-radius: 50%; background: var(--faded); color: var(--paper);
  font-size: 1.5rem; line-height: 3rem; text-align: center;
}
.identity { display: block; min-width: 0; }
.name, .email { display: block; }
.name { font-size: 1.125rem; line-height: 1.3; }
.email { color: var(--faded); font-size: 0.9375rem; }
.mark {
  display: inline-block; margin-top: 0.25rem; padding: 0 0.5rem; border: 1px solid var(--stamp); color: var(--stamp);
  font-size: 0.875rem;
}
.newcomer { border-bottom: 1px solid var(--rule); }
.newcomer summary { padding: 1rem 0.5rem; }
.newcomer summary:hover { background: #eadfc4; }
.newcomer form { display: flex; flex-direction: column; padding: 0.25rem 0.5rem 1.5rem; }
.newcomer label { margin-top: 0.75rem; font-size: 0.9375rem; }
.newcomer input:not([type='checkbox']) {
  width: 100%; min-height: 2.75rem; padding: 0 0.75rem; border: 1px solid #8d7a5c; background: #fbf6e9; color: inherit; font: inherit;
}
.newcomer .check { display: flex; gap: 0.625rem; align-items: center; min-height: 2.75rem; }
.check input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--stamp); }
.newcomer button, .leave button {
  align-self: flex-start; min-height: 2.75rem; padding: 0 1.5rem; border: 1px solid var(--stamp); background: none;
  color: var(--stamp); font-weight: bold;
}
.newcomer button { margin-top: 0.75rem; background: var(--stamp); color: #fbf5e6; }
.newcomer button:hover { background: #6f1a11; }
.leave button:hover { background: var(--stamp); color: #fbf5e6; }
.complaint { margin: 0.5rem 0 0; color: var(--stamp); font-weight: bold; }
.consent { margin: 1.5rem 0; font-size: 0.9375rem; }
.consent ul { margin: 0.25rem 0 0; padding-left: 1.25rem; }
.leave { display: flex; gap: 1.25rem; align-items: center; }
.leave button { flex: none; }
.leave p { margin: 0; color: var(--faded); font-size: 0.9375rem; font-style: italic; }
.reason { margin: 1rem 0; }
.code { margin: 0; color: var(--faded); }
@media (max-width: 40rem) {
  body { padding: 1rem 0.75rem 2rem; gap: 1rem; }
  main { padding: 1.5rem 1.125rem; }
  .leave { flex-direction: column; align-items: flex-start; }
  .leave button { width: 100%; }
}
`;
