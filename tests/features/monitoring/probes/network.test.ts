import { describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROBED_TYPES } from "../../../../src/features/monitoring/probes/registry";
import { bunAs } from "../../../support/foreign-user";
import { canMakeNetworks, LOOPBACK_ONLY, WITH_ROUTER } from "../../../support/network-namespace";
import { type Asked, FIXTURES, probeInNetwork } from "./network-probes";
import { patient } from "../../../support/patience";

const NOBODY = 65_534;
const asNobody = bunAs(NOBODY) ?? [];
const canRun = canMakeNetworks && asNobody.length > 0;
if (!canRun) console.log("SKIPPED networks of our own: needs root, unshare, ip and setpriv");

const SECONDS = 60_000;
/** Lines of shell that have the router run a server until the end. */
const serve = (command: string) =>
  `nsenter --target $router --net ${command} >/dev/null 2>&1 & trap "kill $! $router" EXIT`;
const of = (type: Asked["type"], address: string, more: Partial<Asked> = {}): Asked => ({
  type,
  address,
  port: 99,
  ...more,
});
/** Waits until the router has the port, for ten seconds at most. */
function untilBound({ port, table }: { port: number; table: "udp" | "udp6" }): string {
  const digits = port.toString(16).toUpperCase().padStart(4, "0");
  return `for _ in $(seq 200); do in_router grep -q ':${digits} ' /proc/net/${table} && break; sleep 0.05; done`;
}

describe.skipIf(!canRun)("in a network of our own", () => {
  test(
    "a connection tells a refusal, an unreachable host and no answer apart, in both families",
    async () => {
      const found = await probeInNetwork(WITH_ROUTER, [
        of("tcp", "10.66.3.4"),
        of("tcp", "fd66::77"),
        of("tcp", "10.8.1.1"),
        of("tcp", "fd08::1", { timeoutMs: 5000 }),
        of("tcp", "10.7.1.1", { timeoutMs: 5000 }),
        of("tcp", "10.9.1.1", { timeoutMs: 300 }),
        of("tcp", "fd09::99", { timeoutMs: 300 }),
        // A neighbour that does not answer is known to be dead after 3 s.
        of("tcp", "10.9.1.2", { timeoutMs: 8000 }),
      ]);
      expect(found.map(({ outcome }) => `${outcome?.status}: ${outcome?.error}`)).toEqual([
        "down: connection refused",
        "down: connection refused",
        "down: host unreachable",
        expect.stringMatching(/^down: (?:host|network) unreachable$/),
        "down: host unreachable",
        "down: no answer within 300 ms",
        "down: no answer within 300 ms",
        "down: host unreachable",
      ]);
    },
    SECONDS,
  );

  test.each(["10.66.3.4", "fd66::77"])(
    "without a route to %s, no probe says that it is down",
    async (address) => {
      const isIpv6 = address.includes(":");
      const types = PROBED_TYPES.filter((type) => type !== "dhcp" || !isIpv6);
      const found = await probeInNetwork(
        LOOPBACK_ONLY,
        types.map((type) => of(type, address)),
      );
      expect(found.map(({ outcome }) => `${outcome?.status}: ${outcome?.error}`)).toEqual(
        types.map(() => expect.stringMatching(/^unknown: (?:no route to the address|network unreachable)$/)),
      );
    },
    SECONDS,
  );

  // Two at a time: a router says it only so often.
  test.each([["udp", "dns"] as const, ["ntp", "dhcp"] as const])(
    "hosts that are unreachable by a router's word are down, by %s and %s as well",
    async (first, second) => {
      const types = [first, second];
      const found = await probeInNetwork(
        WITH_ROUTER,
        types.map((type) => of(type, "10.8.1.1")),
      );
      expect(found.map(({ outcome }) => `${outcome?.status}: ${outcome?.error}`)).toEqual(
        types.map(() => "down: host unreachable"),
      );
    },
    SECONDS,
  );

  test(
    "a target is not down because our own network goes down meanwhile",
    async () => {
      const setup = [...WITH_ROUTER, "(sleep 1.5; ip link set v0 down) >/dev/null 2>&1 &"];
      const found = await Promise.all(
        (["tcp", "dns", "dhcp"] as const).map((type) =>
          probeInNetwork(setup, [of(type, "10.9.1.1", { timeoutMs: 2500 })]),
        ),
      );
      const outcomes = found.map(([one]) => `${one?.outcome?.status}: ${one?.outcome?.error}`);
      expect(outcomes).toEqual(found.map(() => "unknown: no route to the address"));
    },
    SECONDS,
  );

  test(
    "connections that are given up leave no descriptor, and the process no timer",
    async () => {
      const startedAt = performance.now();
      const dead = { times: 300, timeoutMs: 600_000, leaveAfterMs: 100 };
      const [warm, timedOut, left, left6] = await probeInNetwork(WITH_ROUTER, [
        of("tcp", "10.9.1.1", { times: 10, timeoutMs: 50 }),
        of("tcp", "10.9.1.1", { times: 300, timeoutMs: 50 }),
        of("tcp", "10.9.1.1", dead),
        of("smtp", "fd09::99", dead),
      ]);
      expect(warm?.outcome?.status).toBe("down");
      expect(timedOut).toMatchObject({ outcome: { status: "down" }, left: 0 });
      for (const one of [left, left6]) {
        expect(one).toMatchObject({
          outcome: null,
          failure: "TimeoutError: The operation timed out.",
          left: 0,
        });
        expect(one?.tookMs).toBeLessThan(patient(5000));
      }
      // It ended by itself, though one of its probes might have gone on for ten minutes.
      expect(performance.now() - startedAt).toBeLessThan(SECONDS);
    },
    SECONDS,
  );
});

describe.skipIf(!canRun)("a DHCP server that answers to the port of clients", () => {
  const PRIVILEGED = "echo 1024 >/proc/sys/net/ipv4/ip_unprivileged_port_start";
  const UNPRIVILEGED = "echo 68 >/proc/sys/net/ipv4/ip_unprivileged_port_start";
  const WITH_SERVER = [
    ...WITH_ROUTER,
    serve(`${process.execPath} ${join(FIXTURES, "dhcp-server.ts")}`),
    untilBound({ port: 67, table: "udp" }),
  ];
  const asked = [{ ...of("dhcp", "10.9.0.2", { times: 20, timeoutMs: 2000 }), port: 67 }];

  test(
    "is up for root, and for others where the port is free for all",
    async () => {
      for (const [setup, runner] of [
        [[PRIVILEGED, ...WITH_SERVER], undefined],
        [[UNPRIVILEGED, ...WITH_SERVER], asNobody],
      ] as const) {
        const [found] = await probeInNetwork(setup, asked, runner);
        expect(found).toMatchObject({
          outcome: { status: "up", details: { serverIdentifier: "192.0.2.1", domain: "example.test" } },
        });
      }
    },
    SECONDS,
  );

  test(
    "is unknown for who may not have that port, with what is needed",
    async () => {
      const [found] = await probeInNetwork([PRIVILEGED, ...WITH_SERVER], asked, asNobody);
      expect(found?.outcome).toMatchObject({
        status: "unknown",
        error:
          "no answer within 2000 ms; port 68 needs CAP_NET_BIND_SERVICE, or net.ipv4.ip_unprivileged_port_start of at most 68",
      });
    },
    SECONDS,
  );

  test(
    "that is silent is down for who has that port",
    async () => {
      const [found] = await probeInNetwork([...WITH_ROUTER], [{ ...of("dhcp", "10.9.7.7"), port: 67 }]);
      expect(found?.outcome).toMatchObject({ status: "down", error: "no answer within 1000 ms" });
    },
    SECONDS,
  );
});

const dnsmasq = Bun.which("dnsmasq", { PATH: "/usr/sbin:/usr/local/sbin:/usr/bin" });
const chronyd = Bun.which("chronyd", { PATH: "/usr/sbin:/usr/local/sbin:/usr/bin" });
if (dnsmasq === null || chronyd === null)
  console.log("SKIPPED servers of the system: needs dnsmasq and chronyd");

describe.skipIf(!canRun || dnsmasq === null)("dnsmasq", () => {
  const WITH_DNSMASQ = [
    ...WITH_ROUTER,
    serve(
      `${dnsmasq} -k --user=root --group=root --pid-file= --conf-file=/dev/null --leasefile-ro --no-resolv --no-hosts ` +
        "--address=/host.example/192.0.2.7 --dhcp-range=10.9.0.50,10.9.0.60,255.255.0.0,1h --dhcp-option=option:domain-name,example.test",
    ),
    untilBound({ port: 67, table: "udp" }),
  ];

  test(
    "is up as a DHCP server, with any port of ours, and as a name server, in both families",
    async () => {
      const asked = [
        { ...of("dhcp", "10.9.0.2"), port: 67 },
        { ...of("dns", "10.9.0.2"), port: 53 },
        { ...of("dns", "fd09::2"), port: 53 },
      ];
      for (const runner of [[process.execPath], asNobody]) {
        const setup = ["echo 1024 >/proc/sys/net/ipv4/ip_unprivileged_port_start", ...WITH_DNSMASQ];
        const [dhcp, ...dns] = await probeInNetwork(setup, asked, runner);
        expect(dhcp?.outcome).toMatchObject({
          status: "up",
          details: { serverIdentifier: "10.9.0.2", routers: "10.9.0.2", domain: "example.test" },
        });
        expect(dns.map(({ outcome }) => outcome?.details["answers"])).toEqual(["192.0.2.7", "192.0.2.7"]);
      }
    },
    SECONDS,
  );
});

describe.skipIf(!canRun || chronyd === null)("chronyd", () => {
  test(
    "is up in both families, on time",
    async () => {
      const found = await probeInNetwork(
        [
          ...WITH_ROUTER,
          serve(
            `${chronyd} -d -x -u root 'local stratum 3' 'allow all' 'cmdport 0' 'bindcmdaddress /' 'pidfile ${join(tmpdir(), `netatlas-chronyd-${process.pid}`)}'`,
          ),
          untilBound({ port: 123, table: "udp6" }),
        ],
        ["10.9.0.2", "fd09::2"].map((address) => ({ ...of("ntp", address), port: 123 })),
      );
      for (const { outcome } of found) {
        expect(outcome).toMatchObject({ status: "up", details: { stratum: 3, leap: 0 } });
        expect(Math.abs(Number(outcome?.details["offsetMs"]))).toBeLessThan(50);
      }
    },
    SECONDS,
  );
});
