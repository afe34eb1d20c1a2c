import { oneLine } from "#platform/one-line";
import { unavailable } from "#platform/errors";
import { NmapReport, type NmapEvent } from "./report";
import { NmapOutputError, XmlReader } from "./xml-reader";

export type NmapRun = {
  program: string;
  addresses: readonly string[];
  family: 4 | 6;
  /** Empty: who is there, and nothing else. */
  ports: readonly number[];
  packetsPerSecond: number;
  hostTimeoutSeconds: number;
  signal: AbortSignal;
};

const MAX_BYTES = { base: 4 * 1024 * 1024, perAddress: 8192 };
const MAX_TROUBLE_BYTES = 4096;
const RETRY_SECONDS = 60;

/** The words of the command line: fixed ones and numbers. Addresses come by standard input. */
export function argumentsOf(run: Omit<NmapRun, "program" | "addresses" | "signal">): string[] {
  const { family, ports, packetsPerSecond, hostTimeoutSeconds } = run;
  return [
    ...(ports.length === 0 ? ["-sn"] : ["-sT", "-p", ports.join(",")]),
    ...(family === 6 ? ["-6"] : []),
    "-n",
    "--max-rate",
    String(packetsPerSecond),
    "--host-timeout",
    `${hostTimeoutSeconds}s`,
    "--stats-every",
    "1s",
    "-oX",
    "-",
    "-iL",
    "-",
  ];
}

/**
 * Runs nmap over the addresses and tells what it says as it says it. It is killed when the signal fires, when it writes
 * more than that many addresses can need, and when whoever listens stops. @throws ApiError 503 with what went wrong;
 * the signal's reason.
 */
export async function* runNmap(run: NmapRun): AsyncGenerator<NmapEvent, void, undefined> {
  const { program, addresses, signal } = run;
  signal.throwIfAborted();
  const child = Bun.spawn([program, ...argumentsOf(run)], {
    stdin: new Blob([addresses.map((address) => `${address}\n`).join("")]),
    stdout: "pipe",
    stderr: "pipe",
    cwd: "/",
    env: { LC_ALL: "C", PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
  });
  const output = child.stdout.getReader();
  const end = () => {
    child.kill("SIGKILL");
    // What the program has begun itself may hold its output open.
    output.cancel().catch(() => undefined);
  };
  signal.addEventListener("abort", end, { once: true });
  const trouble = textOf(child.stderr, signal);
  try {
    const isWhole = yield* eventsOf(output, run);
    const code = await child.exited;
    signal.throwIfAborted();
    if (code !== 0) throw failed(await trouble);
    if (!isWhole) throw new NmapOutputError("no end of its report");
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NmapOutputError) throw failed(`it wrote ${error.message}`, error);
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
    end();
    await child.exited;
  }
}

type Output = { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> };

/** Gives whether the report came to its end. */
async function* eventsOf(
  output: Output,
  { addresses, signal }: NmapRun,
): AsyncGenerator<NmapEvent, boolean, undefined> {
  const [xml, report, decoder] = [new XmlReader(), new NmapReport(), new TextDecoder()];
  const mostBytes = MAX_BYTES.base + MAX_BYTES.perAddress * addresses.length;
  let [bytes, isEnded] = [0, false];
  for (;;) {
    const { done, value } = await output.read();
    signal.throwIfAborted();
    if (done || value === undefined) return isEnded;
    bytes += value.length;
    if (bytes > mostBytes) throw new NmapOutputError("more than so many addresses can need");
    for (const tag of xml.read(decoder.decode(value, { stream: true }))) {
      const event = report.take(tag);
      if (event === undefined) continue;
      if (event.kind === "end" && event.trouble !== undefined) throw failed(event.trouble);
      isEnded ||= event.kind === "end";
      yield event;
    }
  }
}

function failed(what: string, cause?: unknown) {
  return unavailable(`Nmap failed: ${oneLine(what) || "it said nothing"}`, RETRY_SECONDS, cause);
}

/**
 * The beginning of what the program says of its trouble. The rest is read and forgotten, so that it does not wait for
 * us.
 */
async function textOf(stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<string> {
  const reader = stream.getReader();
  const leave = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", leave, { once: true });
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (bytes < MAX_TROUBLE_BYTES) kept.push(value.subarray(0, MAX_TROUBLE_BYTES - bytes));
    bytes += value.length;
  }
  signal.removeEventListener("abort", leave);
  return Buffer.concat(kept).toString();
}
