import { afterEach, describe, expect, test } from "bun:test";
import { decode, encode } from "dns-packet";
import { createEncryption } from "#platform/encryption";
import { createTurnstile } from "#platform/turnstile";
import { ServiceCheckDefinition } from "../../../../src/features/monitoring/checks/models";
import { createHostFinder } from "../../../../src/features/monitoring/engine/host-names";
import { probeCheck } from "../../../../src/features/monitoring/engine/service-probe";
import { createHttpProbe } from "../../../../src/features/monitoring/http/probe";
import { lookForServices } from "../../../../src/features/monitoring/suggestions/look";
import type { Service } from "../../../../src/features/monitoring/suggestions/services";
import { MASTER_KEY } from "../../../support/app";
import { closePeers, LOOPBACKS, startDatagramPeer, startLinePeer, startStreamPeer } from "../probes/given";

/** What is found on a host whose services are those of the test. */
afterEach(closePeers);

const means = {
  probeHttp: createHttpProbe(),
  encryption: createEncryption(MASTER_KEY),
  find: createHostFinder(),
};
const NEVER = new AbortController().signal;

function look(services: readonly Service[], { address = "127.0.0.1", signal = NEVER, atOnce = 6 } = {}) {
  return lookForServices({ address, snmpProfile: null }, services, {
    ask: (check, host, until) => probeCheck(means, { check, address: host }, until),
    places: [createTurnstile(atOnce)],
    signal,
  });
}

const check = (fields: object) => ServiceCheckDefinition.parse({ label: "it", ...fields });
const onPort = (port: number, ...kinds: object[]): Service => ({
  port,
  checks: [...kinds.map((kind) => check({ port, ...kind })), check({ port })],
});

const SSH = { check_type: "ssh" };
const HTTP = { check_type: "http" };
const MAIL = [
  { check_type: "smtp", options: { tls: "starttls" } },
  { check_type: "smtp", options: { tls: "none" } },
];

describe.each(LOOPBACKS)("on %s", (address) => {
  test("a service that speaks is suggested by its protocol, with what it said", async () => {
    const { port } = await startLinePeer("SSH-2.0-peer\r\n", { address });
    const { found, isComplete } = await look([onPort(port, SSH)], { address });
    expect(isComplete).toBe(true);
    expect(found).toMatchObject([
      { check: { check_type: "ssh", port }, outcome: { status: "up", details: { banner: "SSH-2.0-peer" } } },
    ]);
  });
});

test("an open port whose protocol is another is suggested as a connection", async () => {
  const { port } = await startLinePeer("220 this is no SSH\r\n");
  const { found } = await look([onPort(port, SSH)]);
  expect(found.map((one) => one.check.check_type)).toEqual(["tcp"]);
});

test("a closed port is not suggested", async () => {
  const { port } = await startStreamPeer(() => undefined);
  closePeers();
  expect(await look([onPort(port, SSH, HTTP)])).toEqual({ found: [], isComplete: true });
});

test("mail without encryption is suggested without, and only after encryption was tried", async () => {
  const { port, heard } = await startLinePeer("220 peer ESMTP\r\n", {
    answers: { EHLO: "250-peer\r\n250 SIZE\r\n", QUIT: "221 bye\r\n" },
  });
  const { found } = await look([onPort(port, ...MAIL)]);
  expect(found.map((one) => one.check.options)).toEqual([{ tls: "none" }]);
  expect(heard.filter((line) => line.startsWith("EHLO")).length).toBe(2);
});

describe("a web page", () => {
  const page = (answer: (path: string) => Response) => {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url }) => answer(new URL(url).pathname),
    });
    return { port: server.port ?? 0, [Symbol.dispose]: () => void server.stop(true) };
  };

  test("that wants a login is suggested with the status by which it says so", async () => {
    using server = page(() => new Response("who are you?", { status: 401 }));
    const { found } = await look([onPort(server.port, HTTP)]);
    expect(found).toMatchObject([
      { check: { check_type: "http", expected_status_max: 401 }, outcome: { statusCode: 401 } },
    ]);
  });

  test("that leads to a place where nothing answers is suggested without following it", async () => {
    using server = page(() => Response.redirect("http://127.0.0.1:1/elsewhere", 302));
    const { found } = await look([onPort(server.port, HTTP)]);
    expect(found).toMatchObject([{ check: { check_type: "http", follow_redirects: false } }]);
  });

  test("that fails is suggested as a connection", async () => {
    using server = page(() => new Response("out of order", { status: 503 }));
    const { found } = await look([onPort(server.port, HTTP)]);
    expect(found.map((one) => one.check.check_type)).toEqual(["tcp"]);
  });

  test("that refuses in another way each time is asked no more than twice", async () => {
    let asked = 0;
    using server = page(() => new Response("no", { status: 400 + asked++ }));
    const { found } = await look([onPort(server.port, HTTP)]);
    expect(found.map((one) => one.check.check_type)).toEqual(["tcp"]);
    expect(asked).toBe(2);
  });
});

test("what has no connections is suggested where it answers, by the first question that it answers", async () => {
  const { port } = await startDatagramPeer((octets) => {
    const { id = 0, questions = [] } = decode(octets);
    const isKnown = questions[0]?.name === "localhost";
    const answers = isKnown ? [{ type: "A", name: "localhost", ttl: 1, data: "127.0.0.1" } as const] : [];
    return [encode({ type: "response", id, flags: isKnown ? 0 : 5, questions, answers })];
  });
  const dns = (name: string) => check({ check_type: "dns", port, options: { name } });
  const { found } = await look([{ port: null, checks: [dns("."), dns("localhost")] }]);
  expect(found).toMatchObject([{ check: { check_type: "dns", options: { name: "localhost" } } }]);
});

test("silence without connections is no finding", async () => {
  const { port } = await startDatagramPeer(() => []);
  const ntp = check({ check_type: "ntp", port });
  expect(await look([{ port: null, checks: [ntp] }])).toEqual({ found: [], isComplete: true });
});

test("a host whose ports all take connections and say nothing has what it has by the end of the time", async () => {
  const peers = await Promise.all(Array.from({ length: 8 }, () => startStreamPeer(() => undefined)));
  const { found, isComplete } = await look(
    peers.map(({ port }) => onPort(port, SSH, HTTP)),
    { signal: AbortSignal.timeout(400), atOnce: 20 },
  );
  expect(isComplete).toBe(false);
  expect(found.map((one) => one.check.check_type)).toEqual(Array.from(peers, () => "tcp"));
});

test("a device gets no more connections at once than it has places", async () => {
  let [now, most] = [0, 0];
  const peers = await Promise.all(
    Array.from({ length: 12 }, () =>
      startStreamPeer((socket) => {
        most = Math.max(most, ++now);
        socket.on("close", () => now--);
        setTimeout(() => socket.write("SSH-2.0-peer\r\n"), 30);
      }),
    ),
  );
  const { found } = await look(
    peers.map(({ port }) => onPort(port, SSH)),
    { atOnce: 3 },
  );
  expect(found.length).toBe(12);
  // The peer sees the end of one a moment after the next has begun.
  expect(most).toBeLessThanOrEqual(6);
});
