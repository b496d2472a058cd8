import { createHash } from 'node:crypto';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ViteBuilder } from 'vite';
import { firstPages } from './launch/first-pages-plugin.ts';
import { writeStaticFrames } from './launch/static-frames.ts';
import { lazyPackages } from './launch/lazy-packages-plugin.ts';
import { billOfMaterials } from './launch/sbom.ts';

const HERE = import.meta.dirname;
const WEB = join(HERE, 'src/web');
const DIST = join(HERE, 'dist');

/** Made of many files: a process reads them three times as fast from the bundle. They stay `dependencies`, which are audited. */
const BUNDLED_PACKAGES = [
  '@pinojs/redact',
  '@hono/node-server',
  /^@noble\//,
  'atomic-sleep',
  'bowser',
  'csv-stringify',
  'drizzle-orm',
  'etiket',
  'hono',
  'jose',
  'nodemailer',
  'non-error',
  'oauth4webapi',
  'openid-client',
  'otpauth',
  'on-exit-leak-free',
  'p-limit',
  /^pg(-|$)/,
  'pgpass',
  /^pino(-|$)/,
  /^postgres-/,
  'process-warning',
  'quick-format-unescaped',
  'real-require',
  'safe-stable-stringify',
  'serialize-error',
  'sonic-boom',
  'split2',
  'stripe',
  'thread-stream',
  'uqr',
  'xtend',
  'yocto-queue',
  'zod',
];

/** V8 keeps a file with one letter past Latin-1 in twice the memory. Names stay, for the log's stacks. */
const COMPACT = {
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: true, asciiOnly: true, legalComments: 'none' },
} as const;

/** The oldest of `browserslist` in package.json: all others are newer than it in all that a build lowers. */
const OLDEST_BROWSER = 'safari16.4';

/** One chunk for the packages and one for what several pages share; each page stays a chunk of its own. */
const CHUNK_GROUPS = [
  { name: 'packages', test: /node_modules\/(react|react-dom|scheduler|@tanstack|@supabase|zod)\//, priority: 2 },
  { name: 'shared', test: (id: string) => !/\/(operator|app\/start)/.test(id), minShareCount: 3, priority: 1 },
];

/** Shorter than Vite's own names, which end with the number of the line: every public page loads them. */
function scopedName(name: string, file: string): string {
  const path = relative(HERE, file.split('?')[0] ?? file);
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
}

/**
 * `vite build --app` makes five bundles:
 * - `client`  -> dist/web: the single-page app;
 * - `frames`  -> dist/frames, during the build: renders the static frames into dist/static-frames.json;
 * - `scripts` -> dist/scripts: the one small script of the public pages, apart from the app so that it shares no chunk;
 * - `pages`   -> dist/pages: the public pages' renderer for the server, with their one stylesheet and its fonts;
 * - `node`    -> dist/server, dist/launch, dist/fakes: what runs on Node; npm packages stay outside but for the bundled.
 */
export default defineConfig(({ command }) => ({
  root: WEB,
  // Files that keep their names: favicon, robots. (`public` is taken: our public pages live there.)
  publicDir: join(WEB, 'static'),
  appType: 'custom',
  plugins: [react(), firstPages(HERE), lazyPackages(), precompress()],
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: scopedName } },
  // The content security policy knows no `data:` fonts, styles or scripts.
  build: { assetsInlineLimit: 0, target: OLDEST_BROWSER },
  environments: {
    client: {
      build: {
        outDir: join(DIST, 'web'),
        emptyOutDir: true,
        manifest: true,
        // One for all pages of the app: few bytes more, and no further request.
        cssCodeSplit: false,
        rolldownOptions: {
          input: { app: join(WEB, 'app.html') },
          output: { codeSplitting: { groups: CHUNK_GROUPS } },
        },
      },
    },
    frames: {
      consumer: 'server',
      keepProcessEnv: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: command === 'build' ? true : [] },
      build: {
        outDir: join(DIST, 'frames'),
        emptyOutDir: true,
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: { 'static-frames': join(WEB, 'app/static-frames.tsx') },
          output: { entryFileNames: '[name].js' },
        },
      },
    },
    scripts: {
      consumer: 'client',
      build: {
        outDir: join(DIST, 'scripts'),
        emptyOutDir: true,
        manifest: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: { enhance: join(WEB, 'public/enhance.ts') },
        },
      },
    },
    pages: {
      consumer: 'server',
      // Bundled, so that React's development build and its hundred checks are never loaded at start.
      keepProcessEnv: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      // (In development they stay outside: Vite's module runner knows ES modules alone.)
      resolve: { noExternal: command === 'build' ? true : [] },
      build: {
        outDir: join(DIST, 'pages'),
        emptyOutDir: true,
        manifest: true,
        ssr: true,
        emitAssets: true,
        cssCodeSplit: false,
        copyPublicDir: false,
        cssMinify: true,
        rolldownOptions: {
          input: { render: join(WEB, 'public/render.tsx') },
          output: { entryFileNames: '[name].js', minify: COMPACT },
        },
      },
    },
    node: {
      consumer: 'server',
      resolve: { noExternal: command === 'build' ? BUNDLED_PACKAGES : [] },
      build: {
        outDir: DIST,
        emptyOutDir: false,
        ssr: true,
        target: 'node20',
        minify: false,
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            'server/main': join(HERE, 'src/server/start.ts'),
            'server/migrate': join(HERE, 'src/server/migrate.ts'),
            'server/operator': join(HERE, 'src/server/terminal.ts'),
            'server/typeset': join(HERE, 'seasons/press/child.ts'),
            'server/certificate-process': join(HERE, 'src/server/commerce/gifts/certificate-process.ts'),
            'server/payments-setup': join(HERE, 'src/server/commerce/payments-setup.ts'),
            'launch/main': join(HERE, 'launch/main.ts'),
            'launch/operator': join(HERE, 'launch/operator.ts'),
            'launch/backup': join(HERE, 'launch/backup.ts'),
            'fakes/main': join(HERE, 'fakes/main.ts'),
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', minify: COMPACT },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const [bom] = await Promise.all([billOfMaterials('dead-letter-club'), buildAll(builder)]);
      await writeStaticFrames(DIST);
      await writeFile(join(DIST, 'sbom.cdx.json'), bom);
      // Where security.txt says that our promises to finders stand.
      await copyFile(join(HERE, 'SECURITY.md'), join(DIST, 'web/security-policy.txt'));
    },
  },
}));

async function buildAll(builder: ViteBuilder): Promise<void> {
  await rm(DIST, { recursive: true, force: true });
  for (const environment of Object.values(builder.environments)) {
    if (environment.name !== 'ssr') await builder.build(environment);
  }
}

const TEXT = /\.(js|css|svg)$/;

/** Writes `.br` and `.gz` beside each text asset, at full strength: the server has no business compressing while it serves. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => name.startsWith('assets/') && TEXT.test(name));
      await Promise.all(texts.map((name) => compressBeside(join(dir, name))));
    },
  };
}

async function compressBeside(file: string): Promise<void> {
  const bytes = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
