import { beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { givenTlsFiles, type Identity, makeAuthority, makeIdentity } from "../../../../support/certificates";
import { waitFor } from "../../../../support/wait-for";
import { GivenReceiver } from "../receiver-fixture";

let server: Identity;
let renewed: Identity;

beforeAll(async () => {
  [server, renewed] = await Promise.all([makeIdentity("first.test"), makeIdentity("second.test")]);
});

function givenTls(identity: Identity, clientAuthorities?: string) {
  const { files, replace } = givenTlsFiles(identity, clientAuthorities);
  const start = (over: Parameters<typeof GivenReceiver.start>[0] = {}) =>
    GivenReceiver.start({ tlsPort: 0, tlsFiles: files, ...over });
  return { files, replace, start };
}

const counted = (text: string): string => `${Buffer.byteLength(text)} ${text}`;
const connectionsOf = (given: GivenReceiver) => given.receiver.status().counters.connections;

/** The certificate that a new connection is shown; undefined where it met the old listener just as that closed. */
async function shownBy(given: GivenReceiver): Promise<string | undefined> {
  const newcomer = await given.connectTls().catch(() => undefined);
  newcomer?.end();
  return newcomer?.serverName;
}

describe("TLS", () => {
  test("messages are taken by octet counting, and known as TLS", async () => {
    await using given = await givenTls(server).start();
    const client = await given.connectTls();
    await client.send(counted("<34>one\nwith a break") + counted("<34>two"));
    const messages = await given.read(2);
    expect(messages.map(({ bytes, transport }) => [Buffer.from(bytes).toString(), transport])).toEqual([
      ["<34>one\nwith a break", "tls"],
      ["<34>two", "tls"],
    ]);
    expect(given.receiver.certificate).toEqual({ validUntil: expect.any(String), problem: null });
    client.end();
  });

  test("plain text on its port is refused and counted, and hurts nobody else", async () => {
    await using given = await givenTls(server).start();
    const plain = await given.connect("tls");
    await plain.send("<34>this is no TLS\n");
    await waitFor("the plain sender to be closed", () => plain.isClosed);
    await waitFor("the count", () => connectionsOf(given).handshakeFailed === 1);
    const client = await given.connectTls();
    await client.send(counted("<34>still here"));
    expect(await given.readTexts(1)).toEqual(["<34>still here"]);
    const expected = { udp: 0, tcp: 0, tls: 1, "snmp-trap": 0 };
    await waitFor("the count", () => Bun.deepEquals(given.receiver.status().counters.received, expected));
  });

  test("a connection that never speaks is closed as an unfinished message is", async () => {
    await using given = await givenTls(server).start({ tcpUnfinishedSeconds: 0.3 });
    const silent = await given.connect("tls");
    await waitFor("the silent one to be closed", () => silent.isClosed);
    await waitFor("the count", () => connectionsOf(given).handshakeFailed === 1);
  });

  test("protocols before TLS 1.2 are refused", async () => {
    await using given = await givenTls(server).start();
    const old = given.connectTls({ minVersion: "TLSv1", maxVersion: "TLSv1.1" });
    expect(await old.catch((error: Error) => error.message)).toContain("PROTOCOL_VERSION");
    await waitFor("the count", () => connectionsOf(given).handshakeFailed === 1);
  });

  test("limits and the allowlist hold as on TCP", async () => {
    await using given = await givenTls(server).start({ maxTcpConnectionsPerAddress: 1 });
    const first = await given.connectTls();
    const second = await given.connectTls();
    await waitFor("the first to give way", () => first.isClosed);
    await second.send(counted("<34>second"));
    expect(await given.readTexts(1)).toEqual(["<34>second"]);
    await using closed = await givenTls(server).start({ allowlist: ["192.0.2.1"] });
    const denied = closed.connectTls().catch((error: Error) => error);
    expect(await denied).toBeInstanceOf(Error);
    await waitFor("the count", () => closed.receiver.status().counters.denied === 1);
  });
});

describe("TLS clients, where authorities are named,", () => {
  test("are heard with a certificate of theirs only; others are refused and counted", async () => {
    const authority = await makeAuthority("Collector CA");
    const [good, foreign] = await Promise.all([authority.issue("fw1"), makeIdentity("stranger")]);
    await using given = await givenTls(server, authority.certificate).start();
    const refused = await Promise.all(
      [{}, { cert: foreign.certificate, key: foreign.key }, { maxVersion: "TLSv1.2" as const }].map(
        (options) => given.connectTls(options).catch((error: Error) => error),
      ),
    );
    for (const [index, client] of refused.entries()) {
      if (client instanceof Error) continue;
      client.send(counted(`<34>refused ${index}`)).catch(() => undefined);
      await waitFor("the client to be closed", () => client.isClosed);
    }
    await waitFor("the counts", () => connectionsOf(given).unauthenticated === 3);
    const client = await given.connectTls({ cert: good.certificate, key: good.key });
    await client.send(counted("<34>welcome"));
    expect(await given.readTexts(1)).toEqual(["<34>welcome"]);
    await waitFor("the count", () => given.receiver.status().counters.received.tls === 1);
    expect(connectionsOf(given).handshakeFailed).toBe(0);
  });
});

describe("a certificate that is replaced", () => {
  test("is shown to new connections, while one that is open loses no line", async () => {
    const { replace, start } = givenTls(server);
    await using given = await start();
    const open = await given.connectTls();
    const lines = Array.from({ length: 3000 }, (_, index) => `<34>line ${index}`);
    let sent = 0;
    const send = async (through: number) => {
      for (; sent < through; sent++) await open.send(counted(lines[sent] ?? ""));
    };
    await send(1000);
    replace(renewed);
    const sending = send(2000);
    await given.receiver.reloadCertificate();
    await sending;
    await waitFor("the new certificate", async () => (await shownBy(given)) === "second.test");
    await send(3000);
    expect(await given.readTexts(3000)).toEqual(lines);
    expect(open.serverName).toBe("first.test");
    expect(given.said).toContain("the TLS listener has a new certificate; open connections keep theirs");
  });

  test("is found without being asked for", async () => {
    const { replace, start } = givenTls(server);
    await using given = await start();
    replace(renewed);
    await waitFor("the new certificate", async () => (await shownBy(given)) === "second.test");
  });

  const BAD: [what: string, files: () => Promise<Partial<Identity>>, says: string][] = [
    [
      "by one without its key",
      async () => ({ certificate: renewed.certificate }),
      "is not that of the certificate",
    ],
    [
      "by no certificate",
      async () => ({ certificate: "hello" }),
      "the TLS certificate cannot be read as PEM",
    ],
    ["by no key", async () => ({ key: "hello" }), "the TLS key cannot be read as PEM"],
    [
      "by one that has expired",
      () => makeIdentity("old.test", { notAfter: new Date("2026-01-01T00:00:00Z") }),
      "the TLS certificate has expired at 2026-01-01",
    ],
  ];
  test.each(BAD)("%s is not taken: the one before stays, and status says why", async (_, files, says) => {
    const { replace, start } = givenTls(server);
    await using given = await start();
    replace({ ...server, ...(await files()) });
    await given.receiver.reloadCertificate();
    expect(given.receiver.certificate?.problem).toContain(says);
    expect(given.receiver.limitations.join()).toContain(says);
    expect(given.said).toContain("the TLS certificate cannot be used: the one before stays in use");
    const client = await given.connectTls();
    expect(client.serverName).toBe("first.test");
    replace(server);
    await given.receiver.reloadCertificate();
    expect(given.receiver.certificate?.problem).toBeNull();
  });

  test("or that was never good keeps the listener away until it is, and the rest works", async () => {
    const { files, start } = givenTls({ ...server, key: "none yet" });
    await using given = await start();
    const listener = () => given.receiver.listeners.find(({ transport }) => transport === "tls");
    expect(listener()?.error).toContain("there is no certificate that can be used");
    const plain = await given.connect();
    await plain.send("over TCP\n");
    expect(await given.readTexts(1)).toEqual(["over TCP"]);
    writeFileSync(files.key, server.key);
    await given.receiver.reloadCertificate();
    await waitFor("the listener", () => listener()?.error === null);
    const client = await given.connectTls();
    await client.send(counted("<34>at last"));
    expect(await given.readTexts(1)).toEqual(["<34>at last"]);
  });
});
