export interface TabChannel {
  notify(message: string): void;
  close(): void;
}

/** A browser that blocks storage has no channels. */
export function openTabChannel(name: string, onMessage: () => void): TabChannel {
  try {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', onMessage);
    return { notify: channel.postMessage.bind(channel), close: channel.close.bind(channel) };
  } catch {
    return { notify: () => undefined, close: () => undefined };
  }
}

/** Runs `work` at once if the browser has no locks or blocks storage. */
export async function inOneTab(name: string, work: () => Promise<unknown>, signal?: AbortSignal): Promise<void> {
  let isGranted = false;
  const granted = () => {
    isGranted = true;
    return work();
  };
  try {
    await navigator.locks.request(name, signal === undefined ? {} : { signal }, granted);
  } catch (error) {
    if (isGranted || signal?.aborted) throw error;
    await work();
  }
}
