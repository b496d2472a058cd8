// Only files of the build are stored here; answers of the API pass by.

const STORE = 'case-file-app';
const DOCUMENT = '/account/case/notes';
const ASSET = /^\/assets\/[\w.-]+$/;

addEventListener('install', () => void skipWaiting());

addEventListener('message', (event) => event.waitUntil(storeApp(event.data)));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isDocument = request.mode === 'navigate';
  if (request.method !== 'GET' || origin !== location.origin || !(isDocument || ASSET.test(pathname))) return;
  event.respondWith(fetch(request).catch(() => fromStore(isDocument ? DOCUMENT : pathname)));
});

async function fromStore(path) {
  const store = await caches.open(STORE);
  return (await store.match(path)) ?? Response.error();
}

async function storeApp(loaded) {
  const answer = await fetch(DOCUMENT, { cache: 'no-cache', credentials: 'omit' });
  if (!answer.ok) return;
  const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  const wanted = new Set([...named, ...loaded.filter((path) => ASSET.test(path))]);
  const store = await caches.open(STORE);
  const stored = new Set((await store.keys()).map(({ url }) => new URL(url).pathname));
  await store.addAll([...wanted].filter((path) => !stored.has(path)));
  await store.put(DOCUMENT, answer);
  const former = [...stored].filter((path) => path !== DOCUMENT && !wanted.has(path));
  await Promise.all(former.map((path) => store.delete(path)));
}
