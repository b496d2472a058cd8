import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { findUrls, type Message } from './message.ts';

type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

export const VIEWS = ['html', 'text', 'headers'] as const;
export type View = (typeof VIEWS)[number];

const VIEW_NAMES = { html: 'Letter', text: 'Plain text', headers: 'Headers' } as const satisfies Record<View, string>;

export function listPage(prefix: string, messages: readonly Message[], to: string): Markup {
  return page(
    prefix,
    'Mailbox',
    html`
      <header class="masthead">
        <div>
          <h1>Mailbox</h1>
          <p>Nothing here ever left the house.</p>
        </div>
        ${
          messages.length > 0 &&
          html`<form method="post" action="${prefix}/empty"><button type="submit">Burn everything</button></form>`
        }
      </header>
      <form class="search" method="get" action="${prefix}/" role="search">
        <label for="to">Addressed to</label>
        <input id="to" name="to" type="email" value="${to}" placeholder="anybody" autocomplete="off" />
        <button type="submit">Sort</button>
      </form>
      ${
        messages.length === 0
          ? emptyBox(to)
          : html`<ul class="letters">
              ${messages.map((message) => listItem(prefix, message))}
            </ul>`
      }
      <script
        src="${prefix}/watch.js"
        data-feed="${prefix}/api/messages?to=${encodeURIComponent(to)}"
        data-newest="${messages[0]?.id ?? ''}"
      ></script>
    `,
  );
}

function emptyBox(to: string): Markup {
  return html`<p class="empty">
    ${to ? `Nothing for ${to}. Not yet.` : 'No post yet. It will come. It always does.'}
  </p>`;
}

function listItem(prefix: string, { id, subject, to, receivedAt }: Message): Markup {
  return html`<li>
    <a href="${prefix}/${id}">
      <span class="subject">${subject}</span>
      <span class="route">to ${to.join(', ')}</span>
      ${time(receivedAt)}
    </a>
  </li>`;
}

export function messagePage(prefix: string, message: Message, view: View): Markup {
  const { id, subject, from, to, receivedAt } = message;
  const tabs = VIEWS.filter((name) => name !== 'html' || message.html !== null);
  return page(
    prefix,
    subject,
    html`
      <nav class="back"><a href="${prefix}/">All letters</a></nav>
      <header class="envelope">
        <h1>${subject}</h1>
        <dl>
          <div>
            <dt>From</dt>
            <dd>${from}</dd>
          </div>
          <div>
            <dt>To</dt>
            <dd>${to.join(', ')}</dd>
          </div>
          <div>
            <dt>Received</dt>
            <dd>${time(receivedAt)}</dd>
          </div>
        </dl>
      </header>
      <nav class="tabs" aria-label="Ways to read it">
        ${tabs.map(
          (name) =>
            html`<a href="${prefix}/${id}?view=${name}" ${name === view ? raw('aria-current="page"') : ''}
              >${VIEW_NAMES[name]}</a
            >`,
        )}
      </nav>
      <main>${viewOf(prefix, message, view)}</main>
    `,
  );
}

function viewOf(prefix: string, { id, subject, text, headers }: Message, view: View): Markup {
  if (view === 'html') {
    return html`<iframe
      title="${subject}"
      src="${prefix}/${id}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>`;
  }
  if (view === 'text') return html`<pre class="text">${linkify(text)}</pre>`;
  return html`<table class="headers">
    ${headers.map(
      ({ name, value }) =>
        html`<tr>
          <th scope="row">${name}</th>
          <td>${value}</td>
        </tr>`,
    )}
  </table>`;
}

function linkify(text: string): Markup[] {
  const parts: Markup[] = [];
  let rest = text;
  for (const url of findUrls(text)) {
    const at = rest.indexOf(url);
    parts.push(html`${rest.slice(0, at)}<a href="${url}" target="_blank" rel="noreferrer">${url}</a>`);
    rest = rest.slice(at + url.length);
  }
  return [...parts, html`${rest}`];
}

export function missingPage(prefix: string): Markup {
  return page(
    prefix,
    'Not here',
    html`<nav class="back"><a href="${prefix}/">All letters</a></nav>
      <p class="empty">There is no such letter. If there was, it has been burned.</p>`,
  );
}

function page(prefix: string, title: string, body: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${prefix}/style.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

const LOCAL_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

function time(instant: string): Markup {
  return html`<time datetime="${instant}">${LOCAL_TIME.format(new Date(instant))}</time>`;
}
