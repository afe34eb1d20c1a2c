import { numberedLine } from "./numbered-lines";

export type SenderOptions = {
  transport: "tcp" | "udp";
  port: number;
  /** Number of the first line. */
  first: number;
  total: number;
  /** Lines a second. */
  rate: number;
};

export type NumberedSender = {
  /** Resolves when all lines are handed to the kernel, or the peer is gone. */
  done: Promise<void>;
  /** Numbers of the lines that the kernel took, and when (performance.now()), in order. */
  sent: { sequence: number; at: number }[];
  stop(): void;
};

const TICK_MS = 2;

/** Sends numbered lines from this process on a timetable, and remembers when each was handed to the kernel. */
export async function startSender(options: SenderOptions): Promise<NumberedSender> {
  const sent: NumberedSender["sent"] = [];
  const stopped = new AbortController();
  const write =
    options.transport === "tcp" ? await openTcp(options, stopped) : await openUdp(options, stopped);
  const started = performance.now();
  const run = async () => {
    let offered = 0;
    while (offered < options.total && !stopped.signal.aborted) {
      const due = Math.min(options.total, Math.floor(((performance.now() - started) / 1000) * options.rate));
      const made = new Date();
      for (; offered < due && !stopped.signal.aborted; offered++) {
        const sequence = options.first + offered;
        if (!write(numberedLine(sequence, made))) break;
        sent.push({ sequence, at: performance.now() });
      }
      await Bun.sleep(TICK_MS);
    }
  };
  return { done: run(), sent, stop: () => stopped.abort() };
}

type Write = (line: string) => boolean;

/** A line is taken whole or, while the socket is full, not at all: a half-written one is finished first. */
async function openTcp({ port }: SenderOptions, stopped: AbortController): Promise<Write> {
  let rest = Buffer.alloc(0);
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data() {},
      close: () => stopped.abort(),
      error: () => stopped.abort(),
    },
  });
  stopped.signal.addEventListener("abort", () => socket.end());
  const flush = () => {
    if (rest.length > 0) rest = rest.subarray(Math.max(0, socket.write(rest)));
    return rest.length === 0;
  };
  return (line) => {
    if (!flush()) return false;
    rest = Buffer.from(`${line}\n`);
    flush();
    return true;
  };
}

async function openUdp({ port }: SenderOptions, stopped: AbortController): Promise<Write> {
  const socket = await Bun.udpSocket({
    connect: { hostname: "127.0.0.1", port },
    // "Connection refused": the service is gone.
    socket: { error: () => stopped.abort() },
  });
  stopped.signal.addEventListener("abort", () => socket.close());
  return (line) => {
    try {
      return !stopped.signal.aborted && socket.send(line);
    } catch {
      stopped.abort();
      return false;
    }
  };
}
