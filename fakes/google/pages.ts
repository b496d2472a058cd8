import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { ACCOUNTS, type Account } from './accounts.ts';
import type { AuthorizationRequest, Scope } from './authorization.ts';
import type { Refusal } from './refusal.ts';

type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

const GIVES_AWAY = {
  openid: 'the number Google knows you by',
  email: 'your email address, and whether it has been verified',
  profile: 'your name and your picture, if you sat for one',
} as const satisfies Record<Scope, string>;

export function accountPage({ redirectUri, scopes }: AuthorizationRequest, complaint?: string): Markup {
  const { host } = new URL(redirectUri);
  return page(
    'Choose an account',
    html`
      <h1>Choose an account</h1>
      <p class="program">to continue to <strong>${host}</strong></p>
      <form method="post">
        <ul class="accounts">
          ${ACCOUNTS.map(accountItem)}
        </ul>
      </form>
      ${newcomerSection(complaint)}
      <section class="consent" aria-labelledby="consent">
        <h2 id="consent">What ${host} will learn</h2>
        <ul>
          ${scopes.map((scope) => html`<li>${GIVES_AWAY[scope]}</li>`)}
        </ul>
      </section>
      <form method="post" class="leave">
        <button type="submit" name="answer" value="cancel">Cancel</button>
        <p>Choosing an account is consenting. There will be no second question.</p>
      </form>
    `,
  );
}

function accountItem({ sub, name, email, emailVerified, portrait }: Account): Markup {
  return html`<li>
    <button type="submit" name="account" value="${sub}">
      ${
        portrait
          ? html`<img class="likeness" src="/portraits/${sub}.svg" width="48" height="48" alt="" />`
          : html`<span class="likeness" aria-hidden="true">${name.charAt(0)}</span>`
      }
      <span class="identity">
        <span class="name">${name}</span>
        <span class="email">${email}</span>
        ${emailVerified ? '' : html`<span class="mark">Email not verified</span>`}
      </span>
    </button>
  </li>`;
}

function newcomerSection(complaint?: string): Markup {
  return html`<details class="newcomer" ${complaint === undefined ? '' : 'open'}>
    <summary>Use another account</summary>
    <form method="post">
      ${complaint === undefined ? '' : html`<p class="complaint" role="alert">${complaint}</p>`}
      <label for="email">Email</label>
      <input id="email" name="email" type="email" required maxlength="254" autocomplete="off" />
      <label for="name">Name</label>
      <input id="name" name="name" required maxlength="200" autocomplete="off" />
      <label class="check"><input name="verified" type="checkbox" checked /> Google has verified this email</label>
      <label class="check"><input name="hosted" type="checkbox" checked /> Google hosts the mail of its domain</label>
      <button type="submit">Continue</button>
    </form>
  </details>`;
}

export function refusalPage({ status, code, message }: Refusal): Markup {
  return page(
    'Access blocked',
    html`
      <h1>Access blocked</h1>
      <p class="reason">${message}</p>
      <p class="code">Error ${status}: ${code}</p>
    `,
  );
}

function page(title: string, body: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}: Google stand-in</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header><strong>Google stand-in</strong> — nobody real signs in here</header>
        <main>${body}</main>
      </body>
    </html>`;
}
