import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { createOutbound, createSendMail } from "#features/notifications";
import { canonicalAddress } from "#platform/ip";
import { startHttpServer } from "../../support/http-server";
import { startMailServer } from "../../support/mail-server";
import { atRunEnd } from "../../support/run-end";

/** NOTIFICATION_BLOCK_PRIVATE_TARGETS, and TLS. */
const BLOCKED = "the host is private, and NOTIFICATION_BLOCK_PRIVATE_TARGETS is set";

type Options = Partial<Parameters<typeof createOutbound>[0]>;
const blocking = (options: Options = {}) =>
  createOutbound({ blocksPrivateTargets: true, caFile: undefined, ...options });

/** What it was rejected with; undefined: it was not. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Two loopback addresses play the two worlds: 127.0.0.1 is private, 127.0.0.2 is not. */
const refusal = (address: { toString(): string }) =>
  address.toString() === "127.0.0.1" ? BLOCKED : undefined;

/** A certificate for `hook.test`, of its own authority. */
async function givenCertificate() {
  const made = await generate([{ name: "commonName", value: "hook.test" }], {
    keySize: 2048,
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "hook.test" }] },
    ],
  });
  const folder = mkdtempSync(join(tmpdir(), "netatlas-ca-"));
  atRunEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, made.cert);
  return { caFile, tls: { key: made.private, cert: made.cert } };
}

describe("fault 44: private targets", () => {
  test.each([
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "127.0.0.1",
    "127.8.8.8",
    "169.254.169.254",
    "0.0.0.0",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fc00::1",
    "fdff::1",
    "fe80::1",
    "::ffff:127.0.0.1",
    "::ffff:192.168.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::7f00:1",
    "::7f00:1",
    "::808:808",
    "64:ff9b:1::7f00:1",
    "64:ff9b:1:7f00:0:100::",
    "2002:7f00:1::",
    "2002:808:808::1",
    "2001:0:7f00:1::1",
    "::ffff:0:127.0.0.1",
    "192.0.0.1",
    "192.0.0.192",
    "fd00:ec2::254",
    "168.63.129.16",
    "100.100.100.200",
    "240.0.0.1",
    "fec0::1",
    "4000::1",
  ])("are refused: %s", async (address) => {
    expect(await failureOf(blocking().addressOf(address))).toHaveProperty("message", BLOCKED);
    const named = blocking({ lookUp: async () => ["198.41.0.4", address] });
    expect(await failureOf(named.addressOf("mixed.example.com"))).toHaveProperty("message", BLOCKED);
  });

  test.each([
    "9.255.255.255",
    "172.15.0.1",
    "172.32.0.1",
    "192.169.0.1",
    "2606:4700::1111",
    "64:ff9b::1.1.1.1",
  ])("are not: %s", async (address) => {
    expect(await failureOf(blocking().addressOf(address))).toBeUndefined();
    const named = blocking({ lookUp: async () => [address] });
    expect(await named.addressOf("public.test")).toBe(canonicalAddress(address) ?? "");
  });

  test.each(["2130706433", "0x7f.1", "017700000001", "[::ffff:7f00:1]"])(
    "are seen through another way of writing: %s",
    async (host) => {
      const { port, received } = startHttpServer();
      const request = { deliveryId: "1", url: `http://${host}:${port}/`, body: "" };
      expect(await failureOf(blocking().post(request))).toHaveProperty("message", BLOCKED);
      expect(received).toEqual([]);
    },
  );

  test("are refused by name, and so are names that cannot be resolved", async () => {
    const server = startHttpServer();
    const post = (host: string) =>
      blocking().post({ deliveryId: "1", url: `http://${host}:${server.port}/`, body: "" });
    expect(await failureOf(post("localhost"))).toHaveProperty("message", BLOCKED);
    expect(await failureOf(post("no-such-host.invalid"))).toMatchObject({ code: "ENOTFOUND" });
    expect(await failureOf(blocking({ lookUp: async () => [] }).addressOf("empty.test"))).toBeInstanceOf(
      Error,
    );
    expect(server.received).toEqual([]);
  });

  test("are reached where nothing is blocked", async () => {
    const server = startHttpServer();
    const open = createOutbound({ blocksPrivateTargets: false, caFile: undefined });
    expect(await open.post({ deliveryId: "1", url: server.url, body: "" })).toMatchObject({ status: 200 });
    expect(server.received).toHaveLength(1);
  });

  test("fault 45: cannot be slipped in after the check: a name is resolved once and its address used", async () => {
    const answers = [["127.0.0.2"], ["127.0.0.1"]];
    const asked: string[] = [];
    const lookUp = async (name: string) => {
      asked.push(name);
      return answers.shift() ?? [];
    };
    const server = startHttpServer({ hostname: "127.0.0.2" });
    const outbound = blocking({ lookUp, refusal });
    const url = `http://rebind.test:${server.port}/hook`;
    expect(await outbound.post({ deliveryId: "1", url, body: "x" })).toMatchObject({ status: 200 });
    expect(server.received).toMatchObject([
      { path: "/hook", headers: { host: `rebind.test:${server.port}` } },
    ]);
    expect(asked).toEqual(["rebind.test"]);
    expect(await failureOf(outbound.post({ deliveryId: "1", url, body: "x" }))).toHaveProperty(
      "message",
      BLOCKED,
    );
    expect(server.received).toHaveLength(1);
  });

  test("are refused to mail servers too, whose certificate must still be for the name", async () => {
    const server = await startMailServer();
    atRunEnd(() => server.close());
    const mail = { id: "1", to: "a@example.com", subject: "s", text: "t" };
    const config = { smtp_host: "localhost", smtp_port: String(server.port) };
    const refused = createSendMail({ outbound: blocking(), caFile: server.caFile });
    expect(await failureOf(refused(config, mail))).toHaveProperty("message", BLOCKED);
    const outbound = blocking({ lookUp: async () => ["127.0.0.1"], refusal: () => undefined });
    const sendMail = createSendMail({ outbound, caFile: server.caFile });
    expect(await failureOf(sendMail({ ...config, smtp_host: "other.test" }, mail))).toBeInstanceOf(Error);
    expect(server.received).toEqual([]);
    await sendMail(config, mail);
    expect(server.received).toMatchObject([{ isTls: true, to: ["a@example.com"] }]);
  });

  test("do not hold a delivery up while their name is looked for", async () => {
    const outbound = blocking({ lookUp: () => new Promise(() => undefined), timeoutMs: 100 });
    const failure = await failureOf(outbound.post({ deliveryId: "1", url: "http://slow.test/", body: "" }));
    expect(failure).toHaveProperty("name", "TimeoutError");
  });
});

describe("https", () => {
  test("goes to the address that was judged, with the name's certificate", async () => {
    const { caFile, tls } = await givenCertificate();
    const server = startHttpServer({ hostname: "127.0.0.2", tls });
    const outbound = blocking({ caFile, refusal, lookUp: async () => ["127.0.0.2"] });
    expect(
      await outbound.post({ deliveryId: "1", url: `https://hook.test:${server.port}/a`, body: "" }),
    ).toMatchObject({ status: 200 });
    const misnamed = await failureOf(
      outbound.post({ deliveryId: "1", url: `https://other.test:${server.port}/`, body: "" }),
    );
    expect(misnamed).toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
    expect(server.received).toHaveLength(1);
  });

  test("does not go to a server whose certificate nobody vouches for", async () => {
    const { tls } = await givenCertificate();
    const server = startHttpServer({ tls });
    const open = createOutbound({ blocksPrivateTargets: false, caFile: undefined });
    expect(await failureOf(open.post({ deliveryId: "1", url: server.url, body: "" }))).toMatchObject({
      code: expect.stringMatching(/CERT|SIGNED|ISSUER/),
    });
    expect(server.received).toEqual([]);
  });
});
