import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LOOK_EVERY_MS = 5_000;
const STALLED_LOOKS = 6;

interface Progress {
  readonly left: string;
  readonly looks: number;
}

/**
 * Closes a connection that has taken nothing of its answers for half a minute; each byte a visitor sends would
 * restart the server's own limit.
 */
export function closeStalledClients(server: Server): void {
  const progress = new Map<Socket, Progress | null>();
  server.on('connection', (socket: Socket) => {
    progress.set(socket, null);
    socket.once('close', () => progress.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, before] of progress) {
      if (socket.writableLength === 0) {
        if (before !== null) progress.set(socket, null);
        continue;
      }
      const left = leftToWrite(socket);
      const looks = before?.left === left ? before.looks + 1 : 0;
      progress.set(socket, { left, looks });
      if (looks >= STALLED_LOOKS) socket.destroy();
    }
  }, LOOK_EVERY_MS).unref();
  server.once('close', () => clearInterval(timer));
}

/** The handle knows how much of a large piece the system has taken; Node's own time limit asks it, too. */
function leftToWrite(socket: Socket): string {
  const { writeQueueSize = 0 } = (socket as { _handle?: { writeQueueSize?: number } | null })._handle ?? {};
  return `${socket.bytesWritten - socket.writableLength} ${writeQueueSize}`;
}
