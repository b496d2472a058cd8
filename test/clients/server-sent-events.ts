import { EventSourceParserStream } from 'eventsource-parser/stream';

/** The name of each server-sent event of a stream as it arrives, until that ends or is left. */
export async function* eventNames(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  const text = body?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  for await (const { event } of text?.pipeThrough(new EventSourceParserStream()) ?? []) {
    if (event !== undefined) yield event;
  }
}
