/**
 * Live subscribers in a process of their own: `bun tests/bench/live-readers.ts URL TOKEN [FILTER ...]` opens one a
 * filter (an empty one: everything), prints a line when all are subscribed, and their counts at the end of its input.
 */
export type ReaderCount = { events: number; skipped: number };

export async function startReaders(target: { url: string; token: string; filters: readonly string[] }) {
  const { url, token, filters } = target;
  const child = Bun.spawn(["bun", import.meta.path, url, token, ...filters], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = readLines(child.stdout);
  await lines.next();
  const ask = async (): Promise<ReaderCount[]> => {
    void child.stdin.write("count\n");
    await child.stdin.flush();
    return JSON.parse((await lines.next()).value);
  };
  return {
    ask,
    async stop() {
      await child.stdin.end();
      await child.exited;
    },
  };
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
  return text;
}

/** Frames are counted, not parsed: what is measured is the service. */
function openReader(url: string, token: string, filter: string): Promise<ReaderCount> {
  const count: ReaderCount = { events: 0, skipped: 0 };
  const { promise, resolve } = Promise.withResolvers<ReaderCount>();
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/v1/syslog/events/live`);
  socket.addEventListener("open", () => {
    socket.send(token);
    socket.send(JSON.stringify({ v: 1, filter: filter === "" ? {} : { q: filter } }));
  });
  socket.addEventListener("message", ({ data }) => {
    const text = String(data);
    if (!text.startsWith('{"v"')) {
      count.events++;
      return;
    }
    const frame = JSON.parse(text);
    if (frame.type === "skipped") count.skipped += frame.count;
    if (frame.type === "subscribed") resolve(count);
  });
  return promise;
}

if (import.meta.main) {
  const [url = "", token = "", ...filters] = process.argv.slice(2);
  const counts: ReaderCount[] = [];
  for (const filter of filters) counts.push(await openReader(url, token, filter));
  process.stdout.write("subscribed\n");
  for await (const _ of readLines(Bun.stdin.stream())) process.stdout.write(`${JSON.stringify(counts)}\n`);
  process.exit(0);
}
