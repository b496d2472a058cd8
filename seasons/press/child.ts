import { fill, type Orders } from './orders.ts';
import { Press } from './press.ts';

/** Sets letters in a process of its own, which ends when its parent has read the last answer: its memory ends with it. */
process.once('disconnect', () => process.exit());
// The launcher's leash, which children inherit, lets go of the channel; this program lives for it.
process.channel?.ref();
process.once('message', (orders: Orders) => {
  void work(orders);
});

async function work({ files, orders }: Orders): Promise<void> {
  try {
    const press = await Press.open(files);
    for (const order of orders) await answer({ made: fill(press, order) });
  } catch (error) {
    await answer({ failed: error instanceof Error ? error.message : String(error) });
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
