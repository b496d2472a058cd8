import { EventSourceParserStream } from 'eventsource-parser/stream';

/** The name of each server-sent event, until the stream ends or the caller stops reading. */
export async function* eventNames(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  const text = body?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  for await (const { event } of text?.pipeThrough(new EventSourceParserStream()) ?? []) {
    if (event !== undefined) yield event;
  }
}
