import { describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SOCKET_KINDS } from "../../../src/platform/echo/sockets";
import { bunAs } from "../../support/foreign-user";
import { canMakeNetworks, LOOPBACK_ONLY, runInNetwork, WITH_ROUTER } from "../../support/network-namespace";
import { askInNetwork } from "./given";
import { patient } from "../../support/patience";

const NOBODY = 65_534;
const asNobody = bunAs(NOBODY) ?? [];
const canRun = canMakeNetworks && asNobody.length > 0;
if (!canRun) console.log("SKIPPED networks of our own: needs root, unshare, ip and setpriv");

const ANYBODY_MAY_PING = "echo 0 2147483647 >/proc/sys/net/ipv4/ping_group_range";
const SECONDS = 60_000;

describe.skipIf(!canRun).each(SOCKET_KINDS)("in a network of our own, %s sockets", (kind) => {
  const setup = [...WITH_ROUTER, ANYBODY_MAY_PING];
  const ask = (question: Omit<Parameters<typeof askInNetwork>[1], "kinds">) =>
    askInNetwork(setup, { ...question, kinds: [kind] });

  test(
    "tell who answers, who does not, and to whom there is no way, in both families",
    async () => {
      const { answers, status } = await ask({
        addresses: ["10.66.3.4", "fd66::77", "10.9.1.1", "fd09::99", "10.9.0.1", "fd09::1"],
        timeoutMs: 700,
        count: 2,
      });
      expect(status.method).toBe(kind);
      const [routed, routed6, dead, dead6, own, own6] = answers;
      for (const answer of [routed, routed6, own, own6])
        expect(answer).toMatchObject({ sent: 2, received: 2, trouble: null, method: kind });
      for (const answer of [dead, dead6])
        expect(answer).toMatchObject({ sent: 2, received: 0, averageMs: null });
    },
    SECONDS,
  );

  test(
    "what a router says ends the wait at once, with its reason",
    async () => {
      const { answers, tookMs } = await ask({
        addresses: ["10.8.0.1", "10.7.0.1", "fd08::1"],
        timeoutMs: 20_000,
      });
      expect(tookMs).toBeLessThan(patient(10_000));
      expect(answers.map(({ sent, received, trouble }) => ({ sent, received, trouble }))).toEqual(
        [
          "host unreachable, says 10.9.0.2",
          "prohibited by a filter, says 10.9.0.2",
          "no route to the destination, says fd09::2",
        ].map((message) => ({
          sent: 1,
          received: 0,
          trouble: { kind: "unreachable", message },
        })),
      );
    },
    SECONDS,
  );

  test(
    "one neighbour's error fails no request to another",
    async () => {
      const good = Array.from({ length: 200 }, (_, index) => `10.66.1.${index}`);
      const bad = Array.from({ length: 200 }, (_, index) => `10.7.1.${index}`);
      const mixed = good.flatMap((address, index) => [bad[index] ?? "", address]);
      const { answers } = await ask({ addresses: mixed, count: 3, spacingMs: 20, timeoutMs: 1500 });
      const wrong = answers.filter(
        ({ address, received }) => received !== (address.startsWith("10.66.") ? 3 : 0),
      );
      expect(wrong).toEqual([]);
    },
    SECONDS,
  );

  test(
    "a table of neighbours that dead ones fill fails no request: it waits for room",
    async () => {
      const dead = Array.from({ length: 1500 }, (_, index) => `10.9.${2 + (index >> 8)}.${index & 255}`);
      const { answers, counters } = await ask({
        addresses: [...dead, "10.66.0.1", "fd66::1"],
        timeoutMs: 500,
      });
      expect(counters?.held ?? 0).toBeGreaterThan(0);
      expect(answers.filter(({ sent }) => sent !== 1)).toEqual([]);
      expect(answers.slice(0, 1500).filter(({ received }) => received !== 0)).toEqual([]);
      expect(answers.slice(1500)).toMatchObject([{ received: 1 }, { received: 1 }]);
    },
    SECONDS,
  );

  test(
    "no route, a network that is down and a local rule are no silence: such addresses count as not asked",
    async () => {
      const { answers } = await askInNetwork(
        [
          ANYBODY_MAY_PING,
          ...LOOPBACK_ONLY,
          "ip route add unreachable 10.1.0.0/16",
          "ip route add blackhole 10.2.0.0/16",
          "ip route add prohibit 10.3.0.0/16",
        ],
        {
          kinds: [kind],
          addresses: ["10.0.0.1", "10.1.0.1", "10.2.0.1", "10.3.0.1", "2001:db8::1", "127.0.0.1"],
        },
      );
      const kinds = answers.map(({ sent, trouble }) => [sent, trouble?.kind]);
      expect(kinds).toEqual([
        [0, "no_route"],
        [0, "no_route"],
        [0, "no_route"],
        [0, "not_permitted"],
        [0, "no_route"],
        [1, undefined],
      ]);
    },
    SECONDS,
  );

  test(
    "without a network at all, the same",
    async () => {
      const { answers } = await askInNetwork([ANYBODY_MAY_PING], {
        kinds: [kind],
        addresses: ["127.0.0.1", "::1"],
      });
      expect(answers).toMatchObject([
        { sent: 0, received: 0, trouble: { kind: "no_route" } },
        { sent: 0, received: 0, trouble: { kind: "no_route" } },
      ]);
    },
    SECONDS,
  );
});

describe.skipIf(!canRun).each(SOCKET_KINDS)("a reply that comes by %s sockets", (kind) => {
  test(
    "counts once, for its own request, from the address that was asked, and in time",
    async () => {
      const printed = await runInNetwork(
        [...LOOPBACK_ONLY, ANYBODY_MAY_PING, "echo 1 >/proc/sys/net/ipv4/icmp_echo_ignore_all"],
        { command: [process.execPath, join(import.meta.dir, "fixtures/forge.ts"), kind] },
      );
      const { received, counters } = JSON.parse(printed);
      expect(received).toEqual({
        honest: 1,
        otherCookie: 0,
        otherSource: 0,
        otherIdentifier: 0,
        otherSequence: 0,
        twice: 1,
        late: 0,
      });
      // The kernel shows a datagram socket nothing that has another identifier.
      const foreign = kind === "raw" ? 4 : 3;
      expect(counters).toMatchObject({ sent: 8, answered: 3, duplicate: 1, late: 1, foreign });
    },
    SECONDS,
  );
});

test.skipIf(!canRun)(
  "dead neighbours that wait for room hold up nobody else",
  async () => {
    const { besides, tookMs } = await askInNetwork(WITH_ROUTER, {
      addresses: Array.from({ length: 1800 }, (_, index) => `10.9.${2 + (index >> 8)}.${index & 255}`),
      beside: Array.from({ length: 200 }, (_, index) => `10.66.2.${index}`),
      timeoutMs: 300,
      kinds: ["raw"],
    });
    expect(besides?.answers.filter(({ received }) => received !== 1)).toEqual([]);
    expect(besides?.tookMs).toBeLessThan(tookMs / 5);
  },
  SECONDS,
);

test.skipIf(!canRun)(
  "a reply that came in time while the process was stopped is none too late, and keeps its time",
  async () => {
    const ready = join(tmpdir(), `netatlas-ready-${crypto.randomUUID()}`);
    const { answers } = await askInNetwork(
      [
        ...LOOPBACK_ONLY,
        "echo 1 >/proc/sys/net/ipv4/icmp_echo_ignore_all",
        // It is ended with the network.
        `${process.execPath} tests/platform/echo/fixtures/forge.ts answer ${ready} & router=$!`,
        `until [ -e ${ready} ]; do sleep 0.05; done; rm ${ready}`,
      ],
      { addresses: ["127.0.0.10", "127.0.0.20"], timeoutMs: 1500, stoppedSeconds: 3, kinds: ["raw"] },
    );
    expect(answers).toMatchObject([{ received: 1 }, { received: 0 }]);
    expect(answers[0]?.averageMs).toBeWithin(300, 1500);
  },
  SECONDS,
);

describe.skipIf(!canRun)("an ordinary user", () => {
  test(
    "whose group may ping has datagram sockets, which need nothing more",
    async () => {
      const outcome = await askInNetwork(
        [...LOOPBACK_ONLY, `echo ${NOBODY} ${NOBODY} >/proc/sys/net/ipv4/ping_group_range`],
        { addresses: ["127.0.0.1", "::1"], count: 3 },
        asNobody,
      );
      expect(outcome.status).toEqual({
        method: "datagram",
        description: "ICMP datagram sockets",
        improvement: null,
        problem: null,
      });
      expect(outcome.answers).toMatchObject([{ received: 3 }, { received: 3 }]);
    },
    SECONDS,
  );

  test(
    "whose group may not has none, and is told what to add",
    async () => {
      const { status } = await askInNetwork(LOOPBACK_ONLY, { addresses: ["127.0.0.1"] }, asNobody);
      expect(["fping", "ping", "tcp"]).toContain(status.method);
      expect(status.improvement).toContain(
        `CAP_NET_RAW, or sysctl -w net.ipv4.ping_group_range="${NOBODY} ${NOBODY}"`,
      );
    },
    SECONDS,
  );
});
