import { Hono, type Context } from 'hono';
import { listPage, messagePage, missingPage, VIEWS, type View } from './pages.ts';
import type { Message } from './message.ts';
import type { MessageStore } from './message-store.ts';
import { refusalInput, type Refusals, STAGES } from './refusals.ts';
import { VIEWER_STYLE } from './style.ts';

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** An email is shown as an untrusted page: own origin, no scripts, nothing fetched, links in a new tab. */
const EMAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
  "frame-ancestors 'self'";

const WATCH_SCRIPT = `
const { feed, newest } = document.currentScript.dataset;
setInterval(async () => {
  const reply = await fetch(feed).catch(() => null);
  if (!reply?.ok) return;
  const { messages } = await reply.json();
  if ((messages[0]?.id ?? '') !== newest) location.reload();
}, 2000);
`;

/** Behind a reverse proxy, X-Forwarded-Prefix is the path of the pages. */
export function mailboxViewer(store: MessageStore, refusals: Refusals): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    // With `no-referrer` the forms of these pages would send no origin that can be compared (Fetch standard, Origin header).
    c.header('Referrer-Policy', 'same-origin');
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', PAGE_POLICY);
  });
  app.notFound((c) => c.html(missingPage(prefixOf(c)), 404));

  app.get('/api/messages', (c) => c.json({ messages: store.list(c.req.query('to')).map(summary) }));
  app.get('/api/messages/:id', (c) => {
    const message = store.find(c.req.param('id'));
    return message ? c.json(message) : c.json({ error: 'There is no such message.' }, 404);
  });
  app.delete('/api/messages', async (c) => {
    await store.clear();
    return c.body(null, 204);
  });
  app.delete('/api/messages/:id', async (c) =>
    (await store.remove(c.req.param('id'))) ? c.body(null, 204) : c.json({ error: 'There is no such message.' }, 404),
  );

  app.post('/api/refusals', async (c) => {
    const parsed = refusalInput.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ error: `A refusal has a stage (${STAGES.join(', ')}) and an answer.` }, 400);
    refusals.set(parsed.data);
    return c.body(null, 204);
  });
  app.delete('/api/refusals', (c) => {
    refusals.clear();
    return c.body(null, 204);
  });

  app.get('/style.css', (c) => c.body(VIEWER_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/watch.js', (c) => c.body(WATCH_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
  app.get('/', (c) => {
    const to = c.req.query('to') ?? '';
    return c.html(listPage(prefixOf(c), store.list(to), to));
  });
  app.post('/empty', async (c) => {
    await store.clear();
    return c.redirect(`${prefixOf(c)}/`, 303);
  });
  app.get('/:id', (c) => {
    const message = store.find(c.req.param('id'));
    return message ? c.html(messagePage(prefixOf(c), message, viewOf(c, message))) : c.notFound();
  });
  app.get('/:id/html', (c) => {
    const html = store.find(c.req.param('id'))?.html;
    if (html === undefined || html === null) return c.notFound();
    c.header('Content-Security-Policy', EMAIL_POLICY);
    return c.html(openLinksInNewTab(html));
  });
  return app;
}

function summary({ id, receivedAt, subject, from, to }: Message) {
  return { id, receivedAt, subject, from, to };
}

/** Only a plain path is accepted, because every link contains it. */
function prefixOf(c: Context): string {
  const prefix = c.req.header('x-forwarded-prefix') ?? '';
  return /^(\/[\w-]+)+$/.test(prefix) ? prefix : '';
}

function viewOf(c: Context, { html }: Message): View {
  const asked = VIEWS.find((view) => view === c.req.query('view')) ?? 'html';
  return asked === 'html' && html === null ? 'text' : asked;
}

function openLinksInNewTab(html: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
}
