import { canonicalAddress } from "../ip";
import { type Hop, silentHop, type TraceOptions } from "./trace";

/** Far beyond what a line of the program has. */
const MAX_UNREAD_CHARACTERS = 4096;

/** Something went wrong with the program itself. */
export class TracerouteFailedError extends Error {
  override readonly name = "TracerouteFailedError";
}

/** The program `traceroute` in the PATH (in `path`, where that is given); undefined: there is none. */
export function findTraceroute(path?: string): string | undefined {
  return (
    (path === undefined ? Bun.which("traceroute") : Bun.which("traceroute", { PATH: path })) ?? undefined
  );
}

/**
 * The same as `traceRoute`, by the program, which is given an address in canonical text and numbers and nothing else.
 * @throws TracerouteFailedError where it ends with an error and has told of no hop; the signal's reason.
 */
export async function* traceByProgram(
  program: string,
  address: string,
  { maxHops, timeoutMs, signal }: TraceOptions,
): AsyncGenerator<Hop, void, undefined> {
  const target = canonicalAddress(address);
  if (target === undefined) throw new Error(`our bug: ${address} is no address`);
  signal.throwIfAborted();
  const numbers = { "-q": 1, "-w": Math.ceil(timeoutMs / 1000), "-m": maxHops };
  const options = Object.entries(numbers).flatMap(([name, value]) => [name, String(value)]);
  const child = Bun.spawn([program, "-n", ...options, target], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
    env: { LC_ALL: "C" },
    signal,
  });
  let count = 0;
  try {
    for await (const line of linesOf(child.stdout)) {
      const hop = readTracerouteLine(line, target);
      if (hop === undefined) continue;
      count++;
      yield hop;
      if (hop.kind === "end" || hop.kind === "stopped") return;
    }
    signal.throwIfAborted();
    if ((await child.exited) !== 0 && count === 0)
      throw new TracerouteFailedError(`${program} ended with ${child.exitCode}`);
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
}

/**
 * One line of the program's, ` 3 192.0.2.1 1.204 ms !H`; undefined: it tells of no hop. `target` is where it goes.
 */
export function readTracerouteLine(line: string, target: string): Hop | undefined {
  const [, number, rest = ""] = /^\s*(\d{1,3})\s+(\S.*)$/.exec(line) ?? [];
  if (number === undefined) return undefined;
  const hop = Number(number);
  const [, text = "", time, flag] = /^([\d.]+|[\da-fA-F:]+)\s+([\d.]+) ms(?:\s+(!\S*))?/.exec(rest) ?? [];
  const address = canonicalAddress(text);
  if (address === undefined) return silentHop(hop);
  const found = { hop, address, roundTripMs: Number(time) };
  if (flag !== undefined) return { ...found, kind: "stopped", note: describeFlag(flag) };
  return { ...found, kind: address === target ? "end" : "router", note: null };
}

const FLAGS: Record<string, string> = {
  "!H": "host unreachable",
  "!N": "network unreachable",
  "!P": "protocol unreachable",
  "!X": "prohibited by a filter",
};

function describeFlag(flag: string): string {
  return FLAGS[flag] ?? "unreachable";
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let unread = "";
  for await (const chunk of stream) {
    unread += decoder.decode(chunk, { stream: true });
    const lines = unread.split("\n");
    unread = lines.pop() ?? "";
    yield* lines;
    if (unread.length > MAX_UNREAD_CHARACTERS)
      throw new TracerouteFailedError("the program writes a line without end");
  }
  if (unread !== "") yield unread;
}
