/** The name of each server-sent event of a stream as it arrives, until that ends or is left. */
export async function* eventNames(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<string> {
  for await (const bytes of body ?? []) {
    for (const [, name = ''] of Buffer.from(bytes)
      .toString()
      .matchAll(/^event: (.+)$/gm))
      yield name;
  }
}
