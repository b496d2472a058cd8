/** Messages between the tabs of one browser. */
export interface TabChannel {
  notify(message: string): void;
  close(): void;
}

/** A browser that blocks storage refuses the channel: the tab then works by itself. */
export function openTabChannel(name: string, onMessage: () => void): TabChannel {
  try {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', onMessage);
    return { notify: channel.postMessage.bind(channel), close: channel.close.bind(channel) };
  } catch {
    return { notify: () => undefined, close: () => undefined };
  }
}

/**
 * Runs `work` while no other tab does. Where the browser has no locks (outside secure contexts) or refuses them (storage is
 * blocked), it runs at once. @throws what `work` throws, and an AbortError
 */
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
