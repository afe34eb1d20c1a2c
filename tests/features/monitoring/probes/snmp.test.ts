import { afterEach, describe, expect, test } from "bun:test";
import { AuthProtocols, PrivProtocols, SecurityLevel, type User } from "net-snmp";
import { probeSnmp } from "../../../../src/features/monitoring/probes/snmp";
import type { SnmpOperator } from "../../../../src/features/monitoring/probes/snmp-compare";
import type { Endpoint } from "#platform/probe/endpoint";
import type { SnmpTarget } from "../../../../src/features/monitoring/probes/targets";
import { closePeers, LOOPBACKS, startDatagramPeer, startForgedPeer, within } from "./given";
import { BASE, closeAgents, startAgent } from "./snmp-agent";
import { patient } from "../../../support/patience";

afterEach(() => {
  closePeers();
  closeAgents();
});

type Access = SnmpTarget["access"];
type UserAccess = Extract<Access, { version: "v3" }>;

const PATIENCE = { port: 161, timeoutMs: 2000, retries: 0 };
const V2C: Access = { ...PATIENCE, version: "v2c", community: "public" };
const V1: Access = { ...V2C, version: "v1" };
const DESCRIPTION = { type: "OctetString", value: "Core switch, Netz Süd" };
const AUTH_KEY = "authentication";
const PRIV_KEY = "confidential";

function ask(
  endpoint: Endpoint,
  { access = V2C, index = 0, ...rest }: { access?: Access; index?: number } & Partial<SnmpTarget>,
) {
  const oid = rest.oid ?? `${BASE}.${index}.0`;
  return probeSnmp(
    { ...endpoint, access, operator: "exists", expected: "", ...rest, oid },
    within(access.timeoutMs),
  );
}

describe.each(LOOPBACKS)("an agent on %s", (address) => {
  test.each([V1, V2C])("is asked by $version", async (access) => {
    const agent = await startAgent([DESCRIPTION], { address });
    const outcome = await ask(agent, { access, operator: "contains", expected: "Süd" });
    expect(outcome).toMatchObject({
      status: "up",
      error: null,
      details: { value: DESCRIPTION.value, type: "OctetString" },
    });
    expect(outcome.latencyMs).toBeGreaterThan(0);
  });
});

const VALUES = [
  { type: "Integer", value: -7 },
  { type: "Counter64", value: Buffer.from("ffffffffffffffff", "hex") },
  { type: "TimeTicks", value: 123_456_789 },
  { type: "IpAddress", value: "192.0.2.1" },
  { type: "OID", value: "1.3.6.1.4.1.9" },
  { type: "OctetString", value: Buffer.from("001a2bff3c4d", "hex") },
  { type: "OctetString", value: "0.15" },
  { type: "Gauge", value: 4_294_967_295 },
  { type: "Opaque", value: Buffer.from("9f78043f000000", "hex") },
];

test.each<[index: number, shown: string, operator: SnmpOperator, expected: string, problem: string | null]>([
  [0, "-7", "less_than", "0", null],
  [0, "-7", "equals", "-7.0", null],
  [0, "-7", "greater_or_equal", "1", "the value is -7, not at least 1"],
  // Beyond what a double tells apart.
  [1, "18446744073709551615", "equals", "18446744073709551615", null],
  [
    1,
    "18446744073709551615",
    "less_than",
    "18446744073709551615",
    "the value is 18446744073709551615, not less than 18446744073709551615",
  ],
  [1, "18446744073709551615", "greater_than", "18446744073709551614", null],
  [2, "123456789 (14 d 06:56:07)", "greater_than", "30000", null],
  [2, "123456789 (14 d 06:56:07)", "not_equals", "123456789", 'the value is "123456789 (14 d 06:56:07)"'],
  [3, "192.0.2.1", "equals", "192.0.2.1", null],
  [4, "1.3.6.1.4.1.9", "equals", ".1.3.6.1.4.1.9", null],
  [5, "00:1a:2b:ff:3c:4d", "equals", "00-1A-2B-FF-3C-4D", null],
  [5, "00:1a:2b:ff:3c:4d", "contains", "00:1a:2b", null],
  [5, "00:1a:2b:ff:3c:4d", "less_than", "5", 'the value is no number: "00:1a:2b:ff:3c:4d"'],
  [6, "0.15", "less_or_equal", "0.2", null],
  [6, "0.15", "equals", "0.2", 'the value is "0.15", not "0.2"'],
  [7, "4294967295", "equals", "4294967295", null],
  [8, "0.5", "greater_than", "0.4", null],
])("value %d, shown as %s, %s %s: %p", async (index, shown, operator, expected, problem) => {
  const agent = await startAgent(VALUES);
  const outcome = await ask(agent, { index, operator, expected });
  expect(outcome).toMatchObject({
    status: problem === null ? "up" : "down",
    error: problem,
    details: { value: shown },
  });
});

describe("a value that is not there", () => {
  test.each<[string, Access, string, string]>([
    ["object", V2C, "1.3.6.1.4.1.99999.1.0", "the agent knows no such object"],
    ["instance", V2C, `${BASE}.0.7`, "the object has no such instance"],
  ])("is said: no such %s", async (_, access, oid, error) => {
    const agent = await startAgent([DESCRIPTION]);
    const outcome = await ask(agent, { access, oid });
    expect(outcome).toMatchObject({ status: "down", error });
    expect(outcome.latencyMs).toBeGreaterThan(0);
  });
});

test("an agent of v1 has no such name", async () => {
  // Such an agent sends the request back as its answer, with the error in it (RFC 1157 section 4.1.2).
  const peer = await startDatagramPeer((request) => {
    const answer = Buffer.from(request);
    const at = answer.indexOf(0xa0);
    answer[at] = 0xa2;
    const statusAt = at + 2 + 2 + (answer[at + 3] ?? 0) + 2;
    answer[statusAt] = 2;
    answer[statusAt + 3] = 1;
    return [answer];
  });
  const outcome = await ask(peer, { access: V1, oid: "1.3.6.1.2.1.1.1.0" });
  expect(outcome).toMatchObject({ status: "down", error: "the agent knows no such name" });
  expect(outcome.latencyMs).toBeGreaterThan(0);
});

test("a community that the agent does not know gets no answer, and the words say what that may be", async () => {
  const agent = await startAgent([DESCRIPTION]);
  const access: Access = { ...V2C, community: "secret", timeoutMs: 150, retries: 1 };
  const outcome = await probeSnmp(
    { ...agent, access, oid: `${BASE}.0.0`, operator: "exists", expected: "" },
    within(2000),
  );
  expect(outcome).toMatchObject({
    status: "down",
    latencyMs: null,
    error: "no answer within 300 ms; to a community that it does not know an agent is silent, too",
  });
});

test("it asks as often as the profile says", async () => {
  const peer = await startDatagramPeer(() => []);
  await ask(peer, { access: { ...V2C, timeoutMs: 100, retries: 2 } });
  expect(peer.heard.length).toBe(1);
  const patient: Access = { ...V2C, timeoutMs: 100, retries: 2 };
  await probeSnmp(
    { ...peer, access: patient, oid: "1.3.6.1", operator: "exists", expected: "" },
    within(2000),
  );
  expect(peer.heard.length).toBe(4);
});

const AUTHS = ["md5", "sha", "sha256", "sha512"] as const;
const PRIVS = ["des", "aes", "aes256"] as const;

const user = (fields: Partial<UserAccess> = {}): UserAccess => ({
  ...PATIENCE,
  version: "v3",
  username: "watcher",
  auth: null,
  priv: null,
  context: "",
  ...fields,
});

/** The same user as the agent knows it. */
function known({ username: name, auth, priv }: UserAccess): User {
  if (auth === null) return { name, level: SecurityLevel.noAuthNoPriv };
  const authenticated = { name, authProtocol: AuthProtocols[auth.protocol], authKey: auth.key };
  if (priv === null) return { ...authenticated, level: SecurityLevel.authNoPriv };
  const privProtocol = PrivProtocols[priv.protocol === "aes256" ? "aes256r" : priv.protocol];
  return { ...authenticated, level: SecurityLevel.authPriv, privProtocol, privKey: priv.key };
}

describe("a user of version 3", () => {
  const ways = [
    user(),
    ...AUTHS.map((protocol) => user({ auth: { protocol, key: AUTH_KEY } })),
    ...AUTHS.flatMap((auth) =>
      PRIVS.map((priv) =>
        user({ auth: { protocol: auth, key: AUTH_KEY }, priv: { protocol: priv, key: PRIV_KEY } }),
      ),
    ),
  ].map(
    (access) =>
      [`${access.auth?.protocol ?? "none"} and ${access.priv?.protocol ?? "none"}`, access] as const,
  );

  test.each(ways)("is let in with %s", async (_, access) => {
    const agent = await startAgent([DESCRIPTION], { users: [known(access)] });
    expect(await ask(agent, { access, operator: "equals", expected: DESCRIPTION.value })).toMatchObject({
      status: "up",
      error: null,
    });
  });

  const protectedUser = user({
    auth: { protocol: "sha256", key: AUTH_KEY },
    priv: { protocol: "aes", key: PRIV_KEY },
  });

  test.each<[string, Partial<UserAccess>, string]>([
    ["another name", { username: "stranger" }, "the agent knows no such user"],
    [
      "another key",
      { timeoutMs: 300, auth: { protocol: "sha256", key: "something else" } },
      "no answer within 300 ms; the agent is there, but is silent to this user",
    ],
  ])("with %s is refused, which is no fault of the device", async (_, change, error) => {
    const agent = await startAgent([DESCRIPTION], { users: [known(protectedUser)] });
    const outcome = await ask(agent, { access: { ...protectedUser, ...change } });
    expect(outcome).toMatchObject({ status: "unknown", error });
    expect(JSON.stringify(outcome)).not.toContain(AUTH_KEY);
  });

  // As agents that report, which the one of these tests does not always.
  test.each([
    [1, "the agent has another security level for this user"],
    [2, "the agent's engine holds the message to be old"],
    [3, "the agent knows no such user"],
    [4, "the agent says that it is another engine"],
    [5, "the agent refuses the authentication: key or protocol is another"],
    [6, "the agent cannot decrypt the message: key or protocol of privacy is another"],
  ])("that is refused by report %d is told why", async (number, error) => {
    const peer = await startUnprotectedAgent(reportOf(number));
    expect(await ask(peer, { access: protectedUser })).toMatchObject({ status: "unknown", error });
  });

  test("takes no answer that is less protected than the request", async () => {
    const plain = user({ username: protectedUser.username });
    expect(await ask(await startUnprotectedAgent(VALUE), { access: plain })).toMatchObject({
      status: "up",
      details: { value: "1" },
    });
    const outcome = await ask(await startUnprotectedAgent(VALUE), { access: protectedUser });
    expect(outcome).toMatchObject({
      status: "down",
      error: "the answer is not protected as the request was",
    });
  });
});

/** BER, of lengths up to 127 octets. */
function ber(tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}

const ENGINE = Buffer.from("8000000001020304", "hex");
const REPORT = 0xa8;
const RESPONSE = 0xa2;

type Pdu = { tag: number; oid: string; value: readonly number[] };

/** One of usmStats, 1.3.6.1.6.3.15.1.1. */
const reportOf = (number: number): Pdu => ({
  tag: REPORT,
  oid: `2b060106030f01010${number}00`,
  value: [0x41, 1, 1],
});
/** BASE.0.0 = 1 */
const VALUE: Pdu = { tag: RESPONSE, oid: "2b06010401bf08ce0f0000", value: [2, 1, 1] };

/**
 * An agent that tells its engine to the first message (RFC 3414 section 4), and answers the next one without any
 * protection.
 */
function startUnprotectedAgent(answer: Pdu) {
  return startDatagramPeer((request, count) => {
    // The message's length (some have two octets), its version, the header's length; the message's identifier.
    const idAt = request.indexOf(Buffer.from([2, 1, 3])) + 5;
    const id = request.subarray(idAt, idAt + 2 + (request[idAt + 1] ?? 0));
    const { tag, oid, value } = count === 1 ? reportOf(4) : answer;
    const pair = ber(0x30, ber(6, Buffer.from(oid, "hex")), value);
    const pdu = ber(tag, id, [2, 1, 0, 2, 1, 0], ber(0x30, pair));
    const header = ber(0x30, id, [2, 2, 0x7f, 0xff, 4, 1, 0, 2, 1, 3]);
    const security = ber(4, ber(0x30, ber(4, ENGINE), [2, 1, 1, 2, 1, 1, 4, 0, 4, 0, 4, 0]));
    return [ber(0x30, [2, 1, 3], header, security, ber(0x30, ber(4, ENGINE), [4, 0], pdu))];
  });
}

describe("what no agent would send", () => {
  test.each([
    ["nothing", ""],
    ["a sequence that ends too soon", "3082ffff0201"],
    ["noise", "ffffffffffffffffffffffffffffffff"],
  ])("%s is no answer", async (_, hex) => {
    const peer = await startDatagramPeer(() => [Buffer.from(hex, "hex")]);
    expect(await ask(peer, { access: { ...V2C, timeoutMs: 150 } })).toMatchObject({
      status: "down",
      error: expect.stringMatching(/^no answer within 150 ms/),
    });
  });

  test("every octet of an answer turned over is refused or read, and never thrown", async () => {
    const agent = await startAgent([DESCRIPTION]);
    const relay = await captureAnswer(agent);
    let at = 0;
    const peer = await startDatagramPeer((request) => {
      const answer = Buffer.from(relay);
      // The identifier of this request in place of the captured one.
      const from = request.indexOf(Buffer.from([0xa0])) + 2;
      request.copy(answer, answer.indexOf(Buffer.from([0xa2])) + 2, from, from + 6);
      answer[at] = (answer[at] ?? 0) ^ 0xff;
      return [answer];
    });
    const seen = new Set<string>();
    for (; at < relay.length; at++) {
      const { status } = await ask(peer, { access: { ...V2C, timeoutMs: 30 } });
      seen.add(status);
    }
    expect([...seen].toSorted()).toEqual(["down", "up"]);
  });

  test("a peer that answers without end is left", async () => {
    const noise = Buffer.from("ff", "hex");
    const peer = await startDatagramPeer(() => Array.from({ length: 200 }, () => noise));
    const startedAt = performance.now();
    const outcome = await ask(peer, { access: { ...V2C, timeoutMs: 10_000 } });
    expect(outcome).toMatchObject({ status: "down", error: "33 datagrams, none an answer" });
    expect(performance.now() - startedAt).toBeLessThan(patient(5000));
  });

  test("an answer from another port is not heard", async () => {
    const agent = await startAgent([DESCRIPTION]);
    const answer = await captureAnswer(agent);
    const forged = await startForgedPeer(() => answer);
    expect(await ask(forged, { access: { ...V2C, timeoutMs: 150 } })).toMatchObject({ status: "down" });
    expect(forged.heard.length).toBe(1);
  });
});

/** What the agent answers, as octets. */
async function captureAnswer(agent: Endpoint): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const socket = await Bun.udpSocket({ socket: { data: (_, octets) => resolve(Buffer.from(octets)) } });
  const heard = startDatagramPeer((octets) => {
    socket.send(octets, agent.port, agent.address);
    return [];
  });
  void ask(await heard, { access: { ...V2C, timeoutMs: 200 } });
  const answer = await promise;
  socket.close();
  return answer;
}
