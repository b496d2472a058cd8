import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The nearest folder upwards that holds `path`: what is no program lies beside the sources in a checkout and beside `dist` in the image.
 * @throws Error when there is none
 */
export function resolveAssetPath(path: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, path);
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder) throw new Error(`${path} is missing: keep it beside dist.`);
  }
}
