import { afterEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createServer } from "node:tls";
import { PROBED_TYPES, type ProbedType } from "../../../../src/features/monitoring/probes/registry";
import type { Endpoint } from "#platform/probe/endpoint";
import { makeIdentity } from "../../../support/certificates";
import { openFiles } from "../../../support/open-file";
import { patient } from "../../../support/patience";
import { waitFor } from "../../../support/wait-for";
import {
  CLOSED_PORT,
  closePeers,
  portOf,
  probeAny,
  startDatagramPeer,
  startStreamPeer,
  within,
} from "./given";

afterEach(closePeers);

const PROBES = 1000;
const AT_ONCE = 50;
const DATAGRAM_TYPES: readonly ProbedType[] = ["udp", "dhcp", "dns", "ntp", "snmp"];

async function probeOften(type: ProbedType, endpoint: Endpoint, timeoutMs: number) {
  const errors = new Set<string>();
  for (let done = 0; done < PROBES; done += AT_ONCE) {
    const probes = Array.from({ length: AT_ONCE }, () => probeAny(type, endpoint, within(timeoutMs)));
    for (const { status, error } of await Promise.all(probes)) errors.add(`${status}: ${error}`);
  }
  return [...errors];
}

/**
 * Sockets of this process that may be a probe's: not those by which services of other tests in it reach their database,
 * which come and go meanwhile.
 */
function openSockets(): number {
  const local = unixSockets();
  return [...openFiles().values()].filter((path) => path.startsWith("socket:") && !local.has(path)).length;
}

/** As descriptors name them (proc_pid_net(5)). */
function unixSockets(): ReadonlySet<string> {
  const lines = readFileSync("/proc/self/net/unix", "utf8").split("\n").slice(1);
  return new Set(lines.map((line) => `socket:[${line.trim().split(/\s+/)[6]}]`));
}

test.each(PROBED_TYPES)("a thousand refused probes of type %s leave no descriptor", async (type) => {
  const endpoint = { address: "127.0.0.1", port: CLOSED_PORT };
  const before = openSockets();
  const isDatagram = DATAGRAM_TYPES.includes(type);
  expect(await probeOften(type, endpoint, 5000)).toEqual([
    `down: ${isDatagram ? "port unreachable" : "connection refused"}`,
  ]);
  await waitFor("sockets to be closed", () => openSockets() <= before);
});

test.each(PROBED_TYPES.filter((type) => type !== "tcp"))(
  "a thousand probes of type %s that get no answer leave no descriptor",
  async (type) => {
    const isDatagram = DATAGRAM_TYPES.includes(type);
    const peer = isDatagram ? await startDatagramPeer(() => []) : await startStreamPeer(() => undefined);
    const before = openSockets();
    const errors = await probeOften(type, peer, 20);
    for (const error of errors) expect(error).toMatch(/^(?:down|unknown): (?:connected, but )?no .*answer /);
    await waitFor("sockets to be closed", () => openSockets() <= before);
  },
);

test.each(["smtp", "imap", "ssh"] as const)(
  "a thousand probes of type %s whose peer breaks off leave no descriptor",
  async (type) => {
    const peer = await startStreamPeer((socket) => void socket.write("2", () => socket.resetAndDestroy()));
    const before = openSockets();
    expect(await probeOften(type, peer, 5000)).toEqual([
      expect.stringMatching(/^down: connection (?:reset|closed)$/),
    ]);
    await waitFor("sockets to be closed", () => openSockets() <= before);
  },
);

// Both sides of each handshake are this process.
const HANDSHAKES_MS = patient(120_000);

test(
  "a thousand connections by TLS whose certificate is refused leave no descriptor",
  async () => {
    const identity = await makeIdentity("mail.example");
    const server = createServer({ key: identity.key, cert: identity.certificate }, (socket) => {
      socket.on("error", () => undefined);
      socket.resume();
    });
    server.on("tlsClientError", () => undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, "::1", resolve);
    await promise;
    const changes = { tls: "implicit", verifyTls: true };
    const endpoint = { address: "::1", port: portOf(server.address()), changes };
    const before = openSockets();
    expect(await probeOften("imap", endpoint, 30_000)).toEqual([
      expect.stringMatching(/^down: the certificate /),
    ]);
    await waitFor("sockets to be closed", () => openSockets() <= before);
    server.close();
  },
  HANDSHAKES_MS,
);
