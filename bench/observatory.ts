import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SCANNER = '@mdn/mdn-http-observatory';
const VERSION = '1.4.8';
const FOLDER = join(import.meta.dirname, '../node_modules/.cache/observatory');
const PACKAGE = join(FOLDER, 'node_modules', SCANNER);
const LEAST_SCORE = 130;
const TLS_HANDSHAKE = 0x16;
const run = promisify(execFile);

interface Scan {
  readonly error?: string;
  readonly scan?: { readonly grade: string; readonly score: number; readonly statusCode: number };
  readonly tests?: Readonly<Record<string, { readonly result: string; readonly scoreModifier: number }>>;
}

/** A proxy that speaks http and https on one port, as the scanner, which is told one name, asks for both. */
export interface TlsProxy {
  readonly port: number;
  readonly certificate: string;
  /** Where the visitor of `/` is taken. */
  front: string;
  /** The port of the shop behind it. */
  shopPort: number;
  close(): Promise<void>;
}

/** @throws Error without OpenSSL, which makes the certificate */
export async function openTlsProxy(): Promise<TlsProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'tls-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await run('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', certificate]);
  const passOn = (protocol: string) => (req: IncomingMessage, res: ServerResponse) =>
    forward(proxy, protocol, req, res);
  const http = createHttpServer(passOn('http'));
  const https = createTlsServer({ key: await readFile(key), cert: await readFile(certificate) }, passOn('https'));
  const open = new Set<Socket>();
  const door = createServer((socket) => {
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy()));
    socket.once('data', (bytes: Buffer) => {
      socket.pause();
      socket.unshift(bytes);
      (bytes[0] === TLS_HANDSHAKE ? https : http).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  await once(door.listen(0), 'listening');
  const proxy: TlsProxy = {
    port: (door.address() as AddressInfo).port,
    certificate,
    front: '/',
    shopPort: 0,
    async close() {
      door.close();
      for (const socket of open) socket.destroy();
      await rm(folder, { recursive: true });
    },
  };
  return proxy;
}

function forward({ shopPort, front }: TlsProxy, protocol: string, req: IncomingMessage, res: ServerResponse): void {
  const headers = { ...req.headers, 'x-forwarded-proto': protocol, 'x-forwarded-for': req.socket.remoteAddress ?? '' };
  const path = req.url === '/' ? front : req.url;
  const asked = request({ port: shopPort, host: '127.0.0.1', method: req.method, path, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(res);
  });
  asked.on('error', () => res.destroy());
  req.pipe(asked);
}

/** Mozilla Observatory's own scanner, on the front page and on a page of the app. @throws Error below A+ and 130 points */
export async function benchObservatory(proxy: TlsProxy): Promise<void> {
  await installScanner();
  for (const page of ['/', '/signin']) {
    proxy.front = page;
    const { error, scan, tests = {} } = await scanThrough(proxy);
    if (!scan) throw new Error(`The scanner has found nothing at ${page}: ${error}`);
    console.log(`${page}: ${scan.grade}, ${scan.score} points (aim A+ and ${LEAST_SCORE}), status ${scan.statusCode}`);
    for (const [name, { result, scoreModifier }] of Object.entries(tests)) {
      console.log(`  ${String(scoreModifier).padStart(3)}  ${name}: ${result}`);
    }
    if (scan.grade !== 'A+' || scan.score < LEAST_SCORE) throw new Error(`${page} is below the aim.`);
  }
}

async function scanThrough({ port, certificate }: TlsProxy): Promise<Scan> {
  const env = { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: certificate };
  const { stdout } = await run(process.execPath, [join(PACKAGE, 'src/scan.js'), `localhost:${port}`], { env });
  return JSON.parse(stdout) as Scan;
}

/** Not a dependency: it brings 230 packages. Its scripts, which fetch the list of preloaded sites, do not run. */
async function installScanner(): Promise<void> {
  const list = join(PACKAGE, 'conf/hsts-preload.json');
  if (
    await access(list).then(
      () => true,
      () => false,
    )
  )
    return;
  console.log(`Fetching ${SCANNER}@${VERSION}. It takes a minute or two, once.`);
  await run('npm', [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    FOLDER,
    `${SCANNER}@${VERSION}`,
  ]);
  await writeFile(list, '{}');
}
