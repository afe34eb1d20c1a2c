import { describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EchoAnswer } from "#platform/echo/answer";
import { type AskHop, type Hop, traceRoute } from "#platform/echo/trace";
import { readTracerouteLine, traceByProgram } from "#platform/echo/traceroute-program";
import { SOCKET_KINDS } from "../../../src/platform/echo/sockets";
import { bunAs } from "../../support/foreign-user";
import { canMakeNetworks, LOOPBACK_ONLY, runInNetwork } from "../../support/network-namespace";
import type { Question } from "./fixtures/trace";
import { patient } from "../../support/patience";

const SECONDS = 60_000;
const NOBODY = 65_534;
const asNobody = bunAs(NOBODY) ?? [];
const canRun = canMakeNetworks && asNobody.length > 0;
if (!canRun) console.log("SKIPPED traceroute in networks of our own: needs root, unshare, ip and setpriv");

/**
 * 10.1.0.1 and fd01::1 here, then the routers 10.1.0.2 and 10.2.0.2 (fd01::2, fd02::2), then the host 10.3.0.2,
 * fd03::2. The second router says that
 * 10.8.0.0/16 is unreachable, and throws away what is for 10.7.0.0/16.
 */
const WAY = [
  ...LOOPBACK_ONLY,
  "unshare --net sleep 60 & one=$!",
  "unshare --net sleep 60 & two=$!",
  "unshare --net sleep 60 & three=$!",
  'router="$one $two $three"',
  'for pid in $router; do while [ "$(readlink /proc/$pid/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done; done',
  'at() { pid=$1; shift; nsenter --target $pid --net "$@"; }',
  // An address that is still being checked for duplicates asks no neighbour: for a second nothing would get through.
  "for pid in $$ $router; do at $pid sh -c 'for which in all default; do echo 0 >/proc/sys/net/ipv6/conf/$which/accept_dad; done'; done",
  "ip link add a0 type veth peer name a1 && ip link set a1 netns $one",
  "at $one ip link add b0 type veth peer name b1 && at $one ip link set b1 netns $two",
  "at $two ip link add c0 type veth peer name c1 && at $two ip link set c1 netns $three",
  "up() { at $1 ip addr add $3/24 dev $2; at $1 ip addr add $4/64 dev $2 nodad; at $1 ip link set $2 up; at $1 ip link set lo up; }",
  "ip addr add 10.1.0.1/24 dev a0 && ip addr add fd01::1/64 dev a0 nodad && ip link set a0 up",
  "up $one a1 10.1.0.2 fd01::2; up $one b0 10.2.0.1 fd02::1",
  "up $two b1 10.2.0.2 fd02::2; up $two c0 10.3.0.1 fd03::1",
  "up $three c1 10.3.0.2 fd03::2",
  "for pid in $one $two; do at $pid sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward; echo 1 >/proc/sys/net/ipv6/conf/all/forwarding'; done",
  "ip route add default via 10.1.0.2; ip -6 route add default via fd01::2",
  "at $one ip route add default via 10.2.0.2; at $one ip -6 route add default via fd02::2",
  "at $two ip route add 10.1.0.0/24 via 10.2.0.1; at $two ip -6 route add fd01::/64 via fd02::1",
  "at $two ip route add unreachable 10.8.0.0/16; at $two ip route add blackhole 10.7.0.0/16",
  "at $three ip route add default via 10.3.0.1; at $three ip -6 route add default via fd03::1",
  "echo 0 2147483647 >/proc/sys/net/ipv4/ping_group_range",
];

type Hops = { hop: number; address: string | null; rtt_ms: number | null; note: string | null }[];
type Outcome = {
  hops: Hops;
  is_reached: boolean;
  raw_output: string;
  told: number[];
  tookMs: number;
  pinged: { transmitted: number; received: number; packet_loss: number; error: string | null } | null;
  failure?: string;
};

async function trace(
  question: Question,
  runner: readonly string[] = [process.execPath],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  const command = [...runner, join(import.meta.dir, "fixtures/trace.ts"), JSON.stringify(question)];
  return JSON.parse(await runInNetwork(WAY, { command, environment }));
}

describe.skipIf(!canRun).each(SOCKET_KINDS)("the way to a host, by %s sockets", (kind) => {
  const runner = kind === "raw" ? [process.execPath] : asNobody;
  const kinds = [kind];

  test.each([
    ["10.3.0.2", ["10.1.0.2", "10.2.0.2", "10.3.0.2"]],
    ["fd03::2", ["fd01::2", "fd02::2", "fd03::2"]],
    ["127.0.0.1", ["127.0.0.1"]],
  ])(
    "%s is told hop by hop, and a ping after it goes all the way",
    async (address, way) => {
      const { hops, is_reached, told, pinged, tookMs } = await trace({ address, kinds }, runner);
      expect(hops.map((hop) => hop.address)).toEqual(way);
      expect(hops.map(({ hop }) => hop)).toEqual(told);
      expect(hops.every(({ rtt_ms, note }) => rtt_ms !== null && rtt_ms < 1000 && note === null)).toBe(true);
      expect(is_reached).toBe(true);
      expect(pinged).toMatchObject({ transmitted: 2, received: 2, packet_loss: 0, error: null });
      expect(tookMs).toBeLessThan(patient(1900));
    },
    SECONDS,
  );

  test(
    "ends where a router says that it goes no further",
    async () => {
      const { hops, is_reached } = await trace({ address: "10.8.0.1", kinds, timeoutSeconds: 20 }, runner);
      expect(is_reached).toBe(false);
      expect(hops).toMatchObject([
        { hop: 1, address: "10.1.0.2", note: null },
        { hop: 2, address: "10.2.0.2", note: "host unreachable, says 10.2.0.2" },
      ]);
    },
    SECONDS,
  );

  test(
    "is cut off at its last hop, and a ping tells what a router behind it says",
    async () => {
      const { hops, is_reached, pinged } = await trace({ address: "10.8.0.1", kinds, maxHops: 1 }, runner);
      expect({ is_reached, way: hops.map((hop) => hop.address) }).toEqual({
        is_reached: false,
        way: ["10.1.0.2"],
      });
      expect(pinged).toMatchObject({
        received: 0,
        packet_loss: 100,
        error: "host unreachable, says 10.2.0.2",
      });
    },
    SECONDS,
  );

  test(
    "that nobody tells is silent to its last hop",
    async () => {
      const { hops, raw_output } = await trace(
        { address: "10.7.0.1", kinds, maxHops: 4, timeoutSeconds: 1 },
        runner,
      );
      expect(hops.map((hop) => hop.address)).toEqual(["10.1.0.2", null, null, null]);
      expect(raw_output).toMatch(/^1 {2}10\.1\.0\.2 {2}[\d.]+ ms\n2 {2}\*\n3 {2}\*\n4 {2}\*$/);
    },
    SECONDS,
  );

  test(
    "is given up when its caller leaves",
    async () => {
      const left = await trace({ address: "10.7.0.1", kinds, timeoutSeconds: 30, leaveAfterMs: 300 }, runner);
      expect(left.failure).toContain("TimeoutError");
      expect(left.tookMs).toBeLessThan(patient(3000));
    },
    SECONDS,
  );
});

test.skipIf(!canRun)(
  "without sockets and without the program nothing is traced, and the text says what to do",
  async () => {
    const { failure } = await trace({ address: "10.3.0.2", kinds: [] }, [process.execPath], {
      PATH: "/nowhere",
    });
    expect(failure).toContain("--cap-add NET_RAW");
  },
  SECONDS,
);

describe("a hop that is late", () => {
  const reply = (address: string, found: Partial<EchoAnswer>): EchoAnswer => ({
    address,
    method: "raw",
    sent: 1,
    received: 0,
    minMs: null,
    averageMs: null,
    maxMs: null,
    trouble: null,
    tcpPort: null,
    ...found,
  });

  test("is waited for no more than a second once a farther one has answered", async () => {
    const ask: AskHop = (address, { hopLimit, signal }) =>
      hopLimit === 3
        ? Promise.resolve(reply(address, { received: 1, averageMs: 1 }))
        : new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const found: Hop[] = [];
    const begun = performance.now();
    const limits = { maxHops: 20, timeoutMs: 60_000, signal: new AbortController().signal };
    for await (const hop of traceRoute(ask, "192.0.2.1", limits)) found.push(hop);
    expect(found.map(({ kind }) => kind)).toEqual(["silent", "silent", "end"]);
    expect(performance.now() - begun).toBeWithin(900, 3000);
  });

  test("keeps no more than eight requests under way, and none is left behind the end", async () => {
    let [open, most] = [0, 0];
    const ask: AskHop = async (address, { hopLimit, signal }) => {
      most = Math.max(most, ++open);
      const isLate = hopLimit === 12;
      await new Promise<void>((resolve, reject) => {
        if (!isLate) setTimeout(resolve, 5);
        signal.addEventListener("abort", () => reject(signal.reason));
      }).finally(() => open--);
      return reply(address, hopLimit === 11 ? { received: 1, averageMs: 1 } : {});
    };
    const found: Hop[] = [];
    const limits = { maxHops: 64, timeoutMs: 60_000, signal: new AbortController().signal };
    for await (const hop of traceRoute(ask, "192.0.2.1", limits)) found.push(hop);
    expect(found).toHaveLength(11);
    await Promise.resolve();
    expect(most).toBe(8);
    await new Promise((resolve) => setTimeout(resolve));
    expect(open).toBe(0);
  });
});

describe("the program traceroute", () => {
  test.each<[string, Hop | undefined]>([
    ["traceroute to 192.0.2.9 (192.0.2.9), 20 hops max, 60 byte packets", undefined],
    [
      " 1  192.0.2.1  1.204 ms",
      { hop: 1, address: "192.0.2.1", roundTripMs: 1.204, kind: "router", note: null },
    ],
    [" 2  *", { hop: 2, address: null, roundTripMs: null, kind: "silent", note: null }],
    ["12  192.0.2.9  0.5 ms", { hop: 12, address: "192.0.2.9", roundTripMs: 0.5, kind: "end", note: null }],
    [
      " 3  192.0.2.1  3.1 ms !H",
      { hop: 3, address: "192.0.2.1", roundTripMs: 3.1, kind: "stopped", note: "host unreachable" },
    ],
    [
      " 3  fd01::2  3.1 ms !X",
      { hop: 3, address: "fd01::2", roundTripMs: 3.1, kind: "stopped", note: "prohibited by a filter" },
    ],
    [" 4  <script>  3.1 ms", { hop: 4, address: null, roundTripMs: null, kind: "silent", note: null }],
    ["", undefined],
    ["x".repeat(40), undefined],
  ])("says %j", (line, hop) => {
    expect(readTracerouteLine(line, "192.0.2.9")).toEqual(hop);
  });

  /** A program of that name that does what the lines of shell say, beside the words that it was given. */
  function givenProgram(lines: string) {
    const folder = mkdtempSync(join(tmpdir(), "netatlas-trace-"));
    const program = join(folder, "traceroute");
    writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" >"${folder}/words"\n${lines}\n`);
    chmodSync(program, 0o755);
    return {
      program,
      words: () => readFileSync(join(folder, "words"), "utf8").trim().split("\n"),
      remove: () => rmSync(folder, { recursive: true }),
    };
  }

  const limits = (signal: AbortSignal) => ({ maxHops: 7, timeoutMs: 2000, signal });

  test("is given numbers and an address, and is read as it writes", async () => {
    const given = givenProgram("echo ' 1  192.0.2.1  1.2 ms'; echo ' 2  192.0.2.9  2.4 ms'; sleep 30");
    const found: Hop[] = [];
    const begun = performance.now();
    for await (const hop of traceByProgram(given.program, "192.0.2.9", limits(new AbortController().signal)))
      found.push(hop);
    expect(found.map(({ address, kind }) => [address, kind])).toEqual([
      ["192.0.2.1", "router"],
      ["192.0.2.9", "end"],
    ]);
    expect(performance.now() - begun).toBeLessThan(patient(5000));
    expect(given.words()).toEqual(["-n", "-q", "1", "-w", "2", "-m", "7", "192.0.2.9"]);
    given.remove();
  });

  test.each([
    ["exit 1", "ended with 1"],
    [
      "while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done",
      "a line without end",
    ],
  ])("that does %j has failed", async (lines, words) => {
    const given = givenProgram(lines);
    const run = async () => {
      for await (const _ of traceByProgram(given.program, "192.0.2.9", limits(new AbortController().signal)));
    };
    expect(await run().catch(String)).toContain(words);
    given.remove();
  });

  test("ends with its caller", async () => {
    const given = givenProgram("echo ' 1  192.0.2.1  1.2 ms'; exec sleep 30");
    const leaving = new AbortController();
    const run = async () => {
      for await (const _ of traceByProgram(given.program, "192.0.2.9", limits(leaving.signal)))
        leaving.abort(new Error("left"));
    };
    expect(await run().catch(String)).toContain("left");
    given.remove();
  });
});
