import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Assets are next to the sources in a checkout, and next to `dist` in the image.
 * @throws Error if no parent folder contains `path`
 */
export function resolveAssetPath(path: string, missing = `${path} is missing: keep it beside dist.`): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, path);
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder) throw new Error(missing);
  }
}
