/** Such as `netatlas-login-history-20261121-115500.csv`; the stamp is UTC. */
export function downloadName(subject: string, { at, extension }: { at: Date; extension: string }): string {
  const stamp = at.toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  return `netatlas-${subject}-${stamp}.${extension}`;
}

/** One that somebody else sends. */
type PassedOn = { content: ReadableStream<Uint8Array>; sizeBytes: number };

/**
 * A file as the answer: a text, one of the disk, one that is passed on, or a generator. A generator is read as fast as the client takes it;
 * when the client leaves, `onLeave` is told (so that what the generator waits for can be ended) and the generator ends.
 * Where it throws, the connection ends without the closing chunk, so that the file does not look whole.
 */
export function download(
  content: string | Blob | PassedOn | AsyncGenerator<Uint8Array>,
  { name, contentType, onLeave }: { name: string; contentType: string; onLeave?: () => void },
): Response {
  const headers = { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${name}"` };
  if (typeof content === "string" || content instanceof Blob) return new Response(content, { headers });
  if (!("sizeBytes" in content)) return new Response(toStream(content, onLeave), { headers });
  const length = String(content.sizeBytes);
  return new Response(content.content, { headers: { ...headers, "Content-Length": length } });
}

/** Asks for the next piece only when the one before has been taken. */
export function toStream<Piece extends Uint8Array>(
  content: AsyncGenerator<Piece>,
  onLeave?: () => void,
): ReadableStream<Piece> {
  return new ReadableStream<Piece>(
    {
      async pull(controller) {
        const next = await content.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        onLeave?.();
        await content.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
