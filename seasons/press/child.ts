import { fill, type Orders } from './orders.ts';
import { Press } from './press.ts';

/** Sets letters in a process of its own, which ends when its orders are filled: its memory ends with it. */
process.once('message', (orders: Orders) => {
  void work(orders);
});

async function work({ files, orders }: Orders): Promise<void> {
  try {
    const press = await Press.open(files);
    for (const order of orders) await answer({ made: fill(press, order) });
    process.disconnect();
  } catch (error) {
    await answer({ failed: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  }
}

async function answer(message: object): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.send?.(message, (error: Error | null) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}
