import { Hono, type Context } from 'hono';
import { newcomer, newcomerForm, ACCOUNTS, type Account } from './accounts.ts';
import { readAuthorizationRequest, SCOPES, type AuthorizationRequest } from './authorization.ts';
import { accountPage, refusalPage } from './pages.ts';
import { Refusal } from './refusal.ts';
import { PAGE_STYLE } from './style.ts';
import { exchangeCode, readUserinfo, type TokenDesk } from './tokens.ts';

const PATHS = {
  authorize: '/o/oauth2/v2/auth',
  token: '/token',
  userinfo: '/v1/userinfo',
  keys: '/oauth2/v3/certs',
} as const;

export function googleIssuer(desk: TokenDesk): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', pagePolicy("'none'"));
  });
  app.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error;
    return isForBrowsers(c) ? c.html(refusalPage(error), error.status) : refuseProgram(c, error);
  });
  app.notFound(() => {
    throw new Refusal(404, 'not_found', 'There is no such page. Nobody here remembers one.');
  });
  addPages(app, desk);
  addEndpoints(app, desk);
  return app;
}

function addPages(app: Hono, desk: TokenDesk): void {
  app.get(PATHS.authorize, (c) => {
    const request = readRequest(c, desk);
    if (request.prompts.includes('none')) return sendBack(c, request, { error: 'login_required' });
    return showAccounts(c, request);
  });
  // The forms post to the page's own address, so the request is parsed again.
  app.post(PATHS.authorize, async (c) => {
    const request = readRequest(c, desk);
    const form = await c.req.parseBody();
    if (form['answer'] === 'cancel') return sendBack(c, request, { error: 'access_denied' });
    const account = chosenAccount(form);
    if (!account) return showAccounts(c, request, 'That needs a whole email address, and a name.');
    const code = desk.codes.store({ account, request });
    return sendBack(c, request, { code, scope: request.scopes.join(' '), authuser: '0', prompt: 'consent' });
  });
  app.get('/style.css', (c) => c.body(PAGE_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/portraits/:file', (c) => {
    const sitter = ACCOUNTS.find(({ sub }) => `${sub}.svg` === c.req.param('file'));
    if (!sitter?.portrait) return c.notFound();
    return c.body(portrait(sitter.portrait), 200, {
      'Content-Type': 'image/svg+xml',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
}

function readRequest(c: Context, { client }: TokenDesk): AuthorizationRequest {
  return readAuthorizationRequest(new URL(c.req.url).searchParams, client);
}

function chosenAccount(form: Record<string, unknown>): Account | undefined {
  if (form['account'] !== undefined) return ACCOUNTS.find(({ sub }) => sub === form['account']);
  const parsed = newcomerForm.safeParse(form);
  return parsed.success ? newcomer(parsed.data) : undefined;
}

function showAccounts(c: Context, request: AuthorizationRequest, complaint?: string): Response | Promise<Response> {
  c.header('Content-Security-Policy', pagePolicy(`'self' ${hostOnAnyPort(request.redirectUri)}`));
  return c.html(accountPage(request, complaint), complaint === undefined ? 200 : 400);
}

function pagePolicy(formAction: string): string {
  return (
    `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action ${formAction}; ` +
    `base-uri 'none'; frame-ancestors 'none'`
  );
}

/** Chromium applies `form-action` to every redirect of a form (w3c/webappsec-csp#8), so the client's host must be in it. */
function hostOnAnyPort(uri: string): string {
  const { protocol, hostname } = new URL(uri);
  return `${protocol}//${hostname}:*`;
}

function sendBack(c: Context, { redirectUri, state }: AuthorizationRequest, answer: Record<string, string>): Response {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(state === undefined ? answer : { state, ...answer })) {
    url.searchParams.set(name, value);
  }
  return c.redirect(url.href, 302);
}

function addEndpoints(app: Hono, desk: TokenDesk): void {
  app.get('/.well-known/openid-configuration', (c) => c.json(discoveryDocument(desk)));
  app.get(PATHS.keys, (c) => c.json({ keys: [desk.key.publicJwk] }));
  app.post(PATHS.token, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return c.json(await exchangeCode(desk, form, c.req.header('authorization')));
  });
  app.get(PATHS.userinfo, (c) => c.json(readUserinfo(desk, c.req.header('authorization'))));
}

function discoveryDocument({ issuer }: TokenDesk) {
  return {
    issuer,
    authorization_endpoint: issuer + PATHS.authorize,
    token_endpoint: issuer + PATHS.token,
    userinfo_endpoint: issuer + PATHS.userinfo,
    jwks_uri: issuer + PATHS.keys,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: SCOPES,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: 'aud email email_verified exp family_name given_name iat iss name picture sub'.split(' '),
    code_challenge_methods_supported: ['S256'],
  };
}

function isForBrowsers(c: Context): boolean {
  return c.req.path !== PATHS.token && c.req.path !== PATHS.userinfo;
}

function refuseProgram(c: Context, { status, code, message }: Refusal): Response {
  return c.json({ error: code, error_description: message }, status);
}

function portrait(background: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<rect width="96" height="96" fill="${background}"/>
<ellipse cx="48" cy="48" rx="36" ry="43" fill="none" stroke="#f4ecd9" stroke-opacity=".45" stroke-width="1.5"/>
<path d="M18 96c2-17 12-23 23-26 1-3 1-6 0-8-8-6-11-15-10-24C32 25 41 18 51 19c11 1 18 9 17 19l5 9c1 2-1 3-4 3 0 3 1 5 0 8-1 4-5 5-11 4-1 3-1 5 0 8 11 3 19 9 21 26z" fill="#f4ecd9"/>
</svg>`;
}
