import { afterAll, describe, expect, test } from "bun:test";
import { createServer } from "node:tls";
import pino from "pino";
import { openReachability } from "#platform/echo/reachability";
import { createAuditReader } from "../../support/audit";
import { makeIdentity } from "../../support/certificates";
import { createTestService } from "../../support/app";
import { waitFor } from "../../support/wait-for";
import {
  CLOSED_PORT,
  closePeers,
  LOOPBACKS,
  portOf,
  startDatagramPeer,
  startStreamPeer,
} from "../monitoring/probes/given";
import { givenToolService, NO_HOSTS } from "./given";

const { service, key, passiveKey, ask } = await givenToolService();
const auditOf = await createAuditReader(service);
afterAll(closePeers);

/** The active tools, each with the least that it takes beside a host. */
const TOOLS: [tool: string, body: object][] = [
  ["ping", {}],
  ["traceroute", {}],
  ["port-check", { port: 80 }],
  ["snmp/probe", { community: "public" }],
  ["tls", {}],
];

describe.each(TOOLS)("%s", (tool, body) => {
  test("sends nothing to what is no host", async () => {
    for (const host of NO_HOSTS) {
      expect(await ask(tool, { host, ...body })).toMatchObject({
        status: 400,
        body: { detail: "Invalid active tool target" },
      });
    }
  });

  test.each([
    ["169.254.169.254", "Link-local, metadata and multicast addresses cannot be targets"],
    ["fe80::1", "Link-local, metadata and multicast addresses cannot be targets"],
    ["224.0.0.1", "Link-local, metadata and multicast addresses cannot be targets"],
    [
      "9.9.9.9",
      "Public active network targets are blocked. Set ACTIVE_NETWORK_PUBLIC_TARGETS_ENABLED=true to allow them.",
    ],
  ])("sends nothing to %s", async (host, detail) => {
    expect(await ask(tool, { host, ...body })).toMatchObject({ status: 400, body: { detail } });
    expect(await auditOf(host)).toEqual([]);
  });

  test("is not for who may use passive tools only", async () => {
    expect(await ask(tool, { host: "127.0.0.1", ...body }, { key: passiveKey })).toMatchObject({
      status: 403,
      body: { detail: "Active scanning is not permitted for your role" },
    });
  });
});

describe("ping", () => {
  test.each(LOOPBACKS)("of %s tells who answers, and is put on record", async (host) => {
    const { status, body } = await ask("ping", { host, count: 3 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      host,
      address: host,
      transmitted: 3,
      received: 3,
      packet_loss: 0,
      error: null,
    });
    expect(body).toHaveProperty("average_ms", expect.any(Number));
    expect(await auditOf(host, "tools.ping")).toMatchObject([{ detail: "count=3" }]);
  });

  test("of a name goes to its address", async () => {
    expect((await ask("ping", { host: "localhost", count: 1 })).body).toMatchObject({
      host: "localhost",
      address: expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/),
      received: 1,
    });
  });
});

test("where nothing may be sent, ping is a 503 that says what to do", async () => {
  const reachability = await openReachability({
    log: pino({ level: "silent" }),
    kinds: [],
    path: "/nowhere",
  });
  const own = await createTestService({ reachability });
  const { key } = await own.apiKeyOf(await own.givenUser({ role: "NetworkAdmin" }));
  const answer = await own.call("POST /api/v1/tools/ping", { key, body: { host: "127.0.0.1" } });
  expect(answer).toMatchObject({
    status: 503,
    body: {
      detail:
        "Active network tools are unavailable because the container does not have raw network permissions. Start the container with --cap-add NET_RAW, or add cap_add: [NET_RAW] in Docker Compose.",
    },
  });
  await own.close();
});

describe("a port of TCP", () => {
  test.each(LOOPBACKS)("of %s is open or closed, several at once, in their order", async (address) => {
    const peer = await startStreamPeer(() => undefined, { address });
    const answer = await ask("port-check", {
      host: address,
      port: CLOSED_PORT,
      ports: [peer.port, CLOSED_PORT, 2],
    });
    const closed = { reachable: false, status: "closed", detail: "connection refused" };
    const open = { port: peer.port, reachable: true, status: "open", detail: "Connection succeeded" };
    expect(answer).toMatchObject({
      status: 200,
      body: {
        host: address,
        protocol: "tcp",
        port: CLOSED_PORT,
        ...closed,
        results: [{ port: CLOSED_PORT, ...closed }, open, { port: 2, ...closed }],
      },
    });
    const target = address === "::1" ? `[::1]:${CLOSED_PORT}/tcp` : `${address}:${CLOSED_PORT}/tcp`;
    expect(await auditOf(target, "tools.port_check")).toMatchObject([
      { detail: `ports=${CLOSED_PORT},${peer.port},2` },
    ]);
  });

  test.each([
    {},
    { ports: [] },
    { port: 0 },
    { port: 65_536 },
    { ports: Array.from({ length: 65 }, (_, at) => at + 1) },
  ])("%j is refused", async (ports) => {
    expect((await ask("port-check", { host: "127.0.0.1", ...ports })).status).toBe(422);
  });
});

describe("a port of UDP", () => {
  const check = (port: number) =>
    ask("port-check", { host: "127.0.0.1", port, protocol: "udp", timeout_seconds: 1 });

  test("that answers is open, after one octet of zero", async () => {
    const peer = await startDatagramPeer(() => [Buffer.from("hello")]);
    expect((await check(peer.port)).body).toMatchObject({
      reachable: true,
      status: "open",
      detail: "UDP response received",
    });
    expect(peer.heard).toEqual([Buffer.alloc(1)]);
  });

  test("that is silent may be open, that is not there is not", async () => {
    const peer = await startDatagramPeer(() => []);
    expect((await check(peer.port)).body).toMatchObject({
      reachable: false,
      status: "unknown",
      detail: "No response received (port may be open or filtered)",
    });
    expect((await check(CLOSED_PORT)).body).toMatchObject({
      reachable: false,
      status: "closed",
      detail: "Port unreachable (ICMP)",
    });
  });
});

describe("a server of TLS", () => {
  async function startTlsServer(name: string, validity: { notAfter?: Date } = {}): Promise<number> {
    const { certificate: cert, key } = await makeIdentity(name, validity);
    const server = createServer({ cert, key }, (socket) => socket.on("error", () => undefined));
    server.on("tlsClientError", () => undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, "127.0.0.1", resolve);
    await promise;
    afterAll(() => void server.close());
    return portOf(server.address());
  }

  test("shows a certificate, and what is wrong with it", async () => {
    const port = await startTlsServer("host.example");
    const { body } = await ask("tls", { host: "127.0.0.1", port, server_name: "host.example" });
    expect(body).toMatchObject({
      host: "127.0.0.1",
      address: "127.0.0.1",
      server_name: "host.example",
      tls_version: "TLSv1.3",
      error: null,
      certificate: {
        subject: "CN=host.example",
        issuer: "CN=host.example",
        key_type: "rsa",
        is_trusted: false,
        problem: "the certificate comes from an authority that is not known",
      },
    });
    expect(body).toHaveProperty("certificate.days_left", expect.any(Number));
    expect(await auditOf(`127.0.0.1:${port}`, "tools.tls_check")).toHaveLength(1);
  });

  test("whose certificate has expired is told so, in days", async () => {
    const port = await startTlsServer("host.example", { notAfter: new Date(Date.now() - 10 * 86_400_000) });
    expect((await ask("tls", { host: "127.0.0.1", port })).body).toMatchObject({
      certificate: { days_left: -11, problem: "the certificate has expired" },
    });
  });

  test("is none where something else answers, or nobody", async () => {
    const other = await startStreamPeer((socket) => socket.write("SSH-2.0-x\r\n"));
    const endless = await startStreamPeer((socket) => {
      const flood = () => void (socket.destroyed || socket.write(Buffer.alloc(65_536, 22), flood));
      flood();
    });
    const silent = await startStreamPeer(() => undefined);
    const of = async (port: number) =>
      (await ask("tls", { host: "127.0.0.1", port, timeout_seconds: 1 })).body;
    for (const port of [other.port, endless.port])
      expect(await of(port)).toMatchObject({ certificate: null, error: expect.any(String) });
    expect(await of(silent.port)).toMatchObject({
      certificate: null,
      error: "connected, but no whole answer within 1000 ms",
    });
    expect(await of(CLOSED_PORT)).toMatchObject({ certificate: null, error: "connection refused" });
  });
});

describe("calls of tools", () => {
  test("of one user run four at a time, and the rest waits", async () => {
    const peer = await startStreamPeer(() => undefined);
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, peer.open.size)), 5);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        ask("tls", { host: "127.0.0.1", port: peer.port, timeout_seconds: 1 }),
      ),
    );
    clearInterval(watch);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
    expect(most).toBe(4);
  });

  test("two hundred at once are answered: with what they ask for, or that there are too many", async () => {
    const peer = await startStreamPeer(() => undefined);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        ask("port-check", { host: "127.0.0.1", port: peer.port, timeout_seconds: 1 }),
      ),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].toSorted((left, right) => left - right)).toEqual([200, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers.get("Retry-After")).toBe("5");
  });

  test("end when their client leaves", async () => {
    const peer = await startStreamPeer(() => undefined);
    const server = service.listen();
    const leaving = new AbortController();
    const asked = fetch(`http://127.0.0.1:${server.port}/api/v1/tools/tls`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ host: "127.0.0.1", port: peer.port, timeout_seconds: 30 }),
      signal: leaving.signal,
    }).catch(() => undefined);
    await waitFor("the connection", () => peer.open.size === 1);
    leaving.abort();
    await waitFor("the connection to end", () => peer.open.size === 0, 5000);
    await asked;
    await server.stop(true);
  });

  test("count for the user on all replicas together, passive ones too; refused ones do not", async () => {
    const settings = { TOOL_RATE_LIMIT_MAX_CALLS: "3", TOOL_RATE_LIMIT_WINDOW_SECONDS: "60" };
    const first = await createTestService({ settings });
    const second = await createTestService({ settings, database: first.database });
    const { key } = await first.apiKeyOf(await first.givenUser({ role: "NetworkAdmin" }));
    const subnet = (replica: typeof first) =>
      replica.call("POST /api/v1/tools/subnet", { key, body: { cidr: "10.0.0.0/8" } });
    const refused = await first.call("POST /api/v1/tools/subnet", { key, body: { cidr: "x" } });
    expect(refused.status).toBe(422);
    const answers = await Promise.all([first, second, first, second, second].map(subnet));
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200, 200, 200, 429, 429,
    ]);
    const limited = answers.find(({ status }) => status === 429);
    expect(limited?.body).toEqual({ detail: "Tool rate limit exceeded; retry in 60 seconds" });
    expect(Number(limited?.headers.get("Retry-After"))).toBeWithin(1, 61);
    await second.close();
    await first.close();
  });

  test("that run and wait are told by metrics", async () => {
    const { text } = await createTestService({
      settings: { METRICS_TOKEN: "a-token-of-metrics-0123456789" },
    }).then((own) =>
      own.call("GET /metrics", { headers: { Authorization: "Bearer a-token-of-metrics-0123456789" } }),
    );
    expect(text).toContain('netatlas_tool_calls{state="running"} 0');
    expect(text).toContain("netatlas_tool_calls_refused_total 0");
  });
});
