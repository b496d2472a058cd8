import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import styles from './camera.module.css';
import { openQrDecoder } from './qr-decoder.ts';

const LOOK_EVERY_MS = 200;

/** Shows the camera's picture until a QR code is read. */
export function Camera({ onRead }: { readonly onRead: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    const ending = new AbortController();
    const screen = video.current;
    if (screen !== null) film(screen, ending.signal, read).catch((error: unknown) => setFailure(failureInWords(error)));
    return () => ending.abort();
  }, []);
  if (failure !== null) return <Notice tone="error">{failure}</Notice>;
  return <video ref={video} className={styles.camera} muted playsInline aria-label="What the camera sees" />;
}

async function film(screen: HTMLVideoElement, ended: AbortSignal, onRead: (text: string) => void): Promise<void> {
  const [stream, readFrame] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
    openQrDecoder(),
  ]);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (ended.aborted) return stop();
  ended.addEventListener('abort', stop);
  screen.srcObject = stream;
  await screen.play();
  while (!ended.aborted) {
    const text = await readFrame(screen);
    if (ended.aborted) return;
    if (text !== null) return onRead(text);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function failureInWords(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError')
    return 'The browser does not let us use the camera. Allow it, load the page again, or type the code.';
  if (name === 'NotFoundError') return 'There is no camera here. Type the code, or use a scanner.';
  return 'The camera cannot be used. Type the code, or use a scanner.';
}
