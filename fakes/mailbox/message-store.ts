import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMessage, type Delivery, type Message } from './message.ts';

const MAX_STORED = 500;

export interface MessageStore {
  add(recipients: readonly string[], raw: Uint8Array): Promise<void>;
  /** Newest first; `to` ignores case. */
  list(to?: string): readonly Message[];
  find(id: string): Message | undefined;
  remove(id: string): Promise<boolean>;
  clear(): Promise<void>;
}

export async function openMessageStore(dataDir?: string): Promise<MessageStore> {
  const files = dataDir === undefined ? null : await openFiles(dataDir);
  const messages = new Map<string, Message>();
  for (const message of (await files?.readAll()) ?? []) messages.set(message.id, message);

  async function remove(id: string): Promise<boolean> {
    const existed = messages.delete(id);
    if (existed) await files?.remove(id);
    return existed;
  }
  async function dropOldest(): Promise<void> {
    for (const id of [...messages.keys()].slice(0, Math.max(0, messages.size - MAX_STORED))) await remove(id);
  }
  await dropOldest();

  return {
    async add(recipients, raw) {
      const delivery = { id: newId(), receivedAt: new Date().toISOString(), recipients, raw };
      const message = await readMessage(delivery);
      await files?.write(delivery);
      messages.set(message.id, message);
      await dropOldest();
    },
    list: (to) => [...messages.values()].reverse().filter((message) => !to || message.to.includes(to.toLowerCase())),
    find: (id) => messages.get(id),
    remove,
    async clear() {
      for (const id of messages.keys()) await remove(id);
    },
  };
}

let lastTime = 0;

/** Sorts by time of arrival, even within one millisecond. */
function newId(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return `${lastTime.toString(36).padStart(9, '0')}-${randomBytes(6).toString('hex')}`;
}

async function openFiles(dataDir: string) {
  await mkdir(dataDir, { recursive: true });
  const pathOf = (id: string) => join(dataDir, `${id}.json`);
  return {
    /** A rename, so that a kill leaves no half-written message. */
    async write({ raw, ...delivery }: Delivery) {
      const path = pathOf(delivery.id);
      const text = JSON.stringify({ ...delivery, raw: Buffer.from(raw).toString('base64') });
      try {
        await writeFile(`${path}.new`, text, { mode: 0o600 });
        await rename(`${path}.new`, path);
      } finally {
        await rm(`${path}.new`, { force: true });
      }
    },
    async remove(id: string) {
      await rm(pathOf(id), { force: true });
    },
    async readAll(): Promise<Message[]> {
      const names = (await readdir(dataDir)).filter((name) => name.endsWith('.json')).sort();
      const deliveries = await Promise.all(names.map((name) => readDelivery(join(dataDir, name))));
      return await Promise.all(deliveries.filter((delivery) => delivery !== null).map(readMessage));
    },
  };
}

/** Null for an empty file, as a full disk makes them. */
async function readDelivery(path: string): Promise<Delivery | null> {
  const text = await readFile(path, 'utf8');
  if (text === '') return null;
  const { raw, ...delivery } = JSON.parse(text) as Omit<Delivery, 'raw'> & { raw: string };
  return { ...delivery, raw: Buffer.from(raw, 'base64') };
}
