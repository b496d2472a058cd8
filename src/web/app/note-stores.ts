export const NOTE_STORE = 'case-notes:';

async function noteStores(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') return [];
  try {
    return (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(NOTE_STORE) ? [name] : []));
  } catch {
    // Storage is blocked: nothing was left behind.
    return [];
  }
}

/** Before a sign-out (rules/reading 18). @throws ApiFailure when offline */
export async function leaveNotes(userId: string): Promise<void> {
  const stores = await noteStores();
  if (stores.includes(NOTE_STORE + userId)) {
    const { sendPendingNotes } = await import('../pages/notes/send-pending.ts');
    await sendPendingNotes(userId);
  }
  await Promise.all(stores.map((name) => deleteStore(name)));
}

function deleteStore(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve());
  });
}
