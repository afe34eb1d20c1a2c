import { parseAddress } from "../ip";
import { createTurnstile } from "../turnstile";
import { answerOf, type EchoAnswer, type EchoMethod, type EchoOptions } from "./answer";
import { NO_REPLY, type ProgramReport, readFpingOutput, readPingOutput } from "./program-output";
import { findRouteTrouble } from "./route";

export type ProgramName = Extract<EchoMethod, "fping" | "ping">;

/** Something that sends echo requests for us: well-formed addresses, in canonical text. */
export type EchoProgram = {
  name: ProgramName;
  ask: (
    addresses: readonly string[],
    options: EchoOptions & { signal: AbortSignal },
  ) => Promise<EchoAnswer[]>;
};

/** Addresses of one fping, and processes at once of all callers together. */
const ADDRESSES_PER_FPING = 500;
const FPINGS_AT_ONCE = 4;
const PINGS_AT_ONCE = 32;
/** What ordinary users may ask of fping and ping: from one request to the next in all, and to the same address. */
const FPING_INTERVAL_MS = 1;
const FPING_MIN_PERIOD_MS = 10;
const PING_MIN_INTERVAL_MS = 200;
/** What a program may take beyond what it was asked for. */
const GRACE_MS = 3000;
const TRIAL_MS = 5000;
/** ping of the BSDs counts its wait in ms, and has another program for IPv6. */
const IS_BSD = process.platform === "darwin";

/**
 * The first of fping and ping that is in the PATH (in `path`, where that is given) and may send: it is tried on this
 * machine itself.
 */
export async function findEchoProgram(path?: string): Promise<EchoProgram | undefined> {
  for (const [name, create] of [
    ["fping", createFping],
    ["ping", createPing],
  ] as const) {
    const file = path === undefined ? Bun.which(name) : Bun.which(name, { PATH: path });
    const program = file === null ? undefined : create(file);
    if (program !== undefined && (await canSend(program))) return program;
  }
  return undefined;
}

async function canSend(program: EchoProgram): Promise<boolean> {
  const options = { count: 1, timeoutMs: 1000, spacingMs: 0, signal: AbortSignal.timeout(TRIAL_MS) };
  const answers = await program.ask(["127.0.0.1"], options).catch(() => []);
  return answers.some(({ received }) => received > 0);
}

function createFping(program: string): EchoProgram {
  const turnstile = createTurnstile(FPINGS_AT_ONCE);
  return {
    name: "fping",
    async ask(addresses, { signal, ...options }) {
      const groups = Array.from({ length: Math.ceil(addresses.length / ADDRESSES_PER_FPING) }, (_, index) =>
        addresses.slice(index * ADDRESSES_PER_FPING, (index + 1) * ADDRESSES_PER_FPING),
      );
      const asked = groups.map((group) =>
        turnstile(async () => {
          const { error } = await run(fpingCommand(program, options), {
            input: group.join("\n"),
            limitMs: group.length * options.count * FPING_INTERVAL_MS + limitOf(options),
            signal,
          });
          const reports = readFpingOutput(error);
          return Promise.all(
            group.map((address) =>
              toAnswer(address, { method: "fping", options, report: reports.get(address) ?? NO_REPLY }),
            ),
          );
        }),
      );
      return (await Promise.all(asked)).flat();
    },
  };
}

function fpingCommand(program: string, { count, timeoutMs, spacingMs }: EchoOptions): string[] {
  const period = Math.max(FPING_MIN_PERIOD_MS, Math.round(spacingMs));
  const numbers = { "-C": count, "-t": Math.round(timeoutMs), "-p": period, "-i": FPING_INTERVAL_MS };
  return [program, ...Object.entries(numbers).flatMap(([name, value]) => [name, String(value)])];
}

function createPing(program: string): EchoProgram {
  const turnstile = createTurnstile(PINGS_AT_ONCE);
  return {
    name: "ping",
    ask: (addresses, { signal, ...options }) =>
      Promise.all(
        addresses.map((address) =>
          turnstile(async () => {
            const command = pingCommand({ program, address }, options);
            const { output } = await run(command, { input: "", limitMs: limitOf(options), signal });
            return toAnswer(address, { method: "ping", options, report: readPingOutput(output) });
          }),
        ),
      ),
  };
}

function pingCommand(
  { program, address }: { program: string; address: string },
  { count, timeoutMs, spacingMs }: EchoOptions,
): string[] {
  const isIpv6 = parseAddress(address)?.kind() === "ipv6";
  const name = IS_BSD && isIpv6 ? `${program}6` : program;
  const wait = IS_BSD ? Math.round(timeoutMs) : Math.ceil(timeoutMs / 1000);
  const interval = Math.max(PING_MIN_INTERVAL_MS, spacingMs) / 1000;
  return [
    name,
    "-n",
    "-c",
    String(count),
    ...(count > 1 ? ["-i", String(interval)] : []),
    ...(IS_BSD && isIpv6 ? [] : ["-W", String(wait)]),
    address,
  ];
}

function limitOf({ count, timeoutMs, spacingMs }: EchoOptions): number {
  return (count - 1) * Math.max(PING_MIN_INTERVAL_MS, spacingMs) + timeoutMs + GRACE_MS;
}

/**
 * The program tells a lost request from one that could not be sent in no way that all of them share, so the kernel is
 * asked.
 */
async function toAnswer(
  address: string,
  { method, options, report }: { method: ProgramName; options: EchoOptions; report: ProgramReport },
): Promise<EchoAnswer> {
  const { tally, trouble } = report;
  const found = tally.received > 0 ? trouble : ((await findRouteTrouble(address)) ?? trouble);
  const isAsked = found === null || found.kind === "unreachable";
  return answerOf(address, {
    method,
    tally: { sent: isAsked ? options.count : 0, ...tally },
    trouble: found,
  });
}

async function run(
  command: string[],
  { input, limitMs, signal }: { input: string; limitMs: number; signal: AbortSignal },
): Promise<{ output: string; error: string }> {
  signal.throwIfAborted();
  const child = Bun.spawn(command, {
    stdin: Buffer.from(input),
    stdout: "pipe",
    stderr: "pipe",
    env: { LC_ALL: "C" },
    signal,
    timeout: limitMs,
  });
  const [output, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  signal.throwIfAborted();
  return { output, error };
}
