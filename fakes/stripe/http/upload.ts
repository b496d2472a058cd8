import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const MULTIPART = /^multipart\/form-data;/i;

export function isUpload(headers: IncomingHttpHeaders): boolean {
  return MULTIPART.test(headers['content-type'] ?? '');
}

/** A file is described by its name, type, size and digest: its boundary differs with each request. @returns null for a broken body */
export async function formOfUpload(headers: IncomingHttpHeaders, body: Buffer): Promise<string | null> {
  try {
    const sent = new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } });
    const form = new URLSearchParams();
    for (const [name, value] of await sent.formData()) {
      if (typeof value === 'string') form.append(name, value);
      else for (const [part, fact] of await factsOf(value)) form.append(`${name}[${part}]`, fact);
    }
    return form.toString();
  } catch {
    return null;
  }
}

async function factsOf(file: File): Promise<[string, string][]> {
  const sha256 = createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex');
  return Object.entries({ name: file.name, type: file.type, size: String(file.size), sha256 });
}
