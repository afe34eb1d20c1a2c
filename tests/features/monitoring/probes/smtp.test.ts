import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { SMTPServer } from "smtp-server";
import { probeSmtp } from "../../../../src/features/monitoring/probes/smtp";
import type { TlsMode } from "../../../../src/features/monitoring/probes/targets";
import { makeIdentity } from "../../../support/certificates";
import { type MailServer, startMailServer } from "../../../support/mail-server";
import { closePeers, NO_TLS, portOf, startLinePeer, within } from "./given";

afterEach(closePeers);

describe("a real server", () => {
  let plain: MailServer;
  let secure: MailServer;
  let authority: string;

  beforeAll(async () => {
    plain = await startMailServer();
    secure = await startMailServer({ isSecure: true });
    authority = readFileSync(plain.caFile, "utf8");
  });
  afterAll(() => Promise.all([plain.close(), secure.close()]));

  const targetOf = (tls: TlsMode) => ({
    ...NO_TLS,
    tls,
    address: "127.0.0.1",
    port: (tls === "implicit" ? secure : plain).port,
  });

  test("is up without TLS", async () => {
    const outcome = await probeSmtp(targetOf("none"), within(5000));
    expect(outcome).toMatchObject({ status: "up", error: null });
    expect(outcome.details["banner"]).toEndWith(" ESMTP");
    expect(outcome.details["extensions"]).toContain("STARTTLS");
    expect(outcome.details).not.toHaveProperty("certificateDays");
  });

  describe.each(["starttls", "implicit"] as const)("by %s", (tls) => {
    test("is up, with what its certificate says", async () => {
      const outcome = await probeSmtp(targetOf(tls), within(5000));
      expect(outcome).toMatchObject({
        status: "up",
        details: {
          certificateDays: 364,
          certificateIssuer: "CN=localhost",
          certificateTrusted: false,
          certificateProblem: "the certificate is signed by itself",
        },
      });
      expect(outcome.details["tlsVersion"]).toStartWith("TLSv1.");
    });

    test("is down where the certificate is to be trusted and is not", async () => {
      const outcome = await probeSmtp({ ...targetOf(tls), verifyTls: true }, within(5000));
      expect(outcome).toMatchObject({
        status: "down",
        error: "the certificate is signed by itself",
        details: { certificateDays: 364 },
      });
    });

    test("is up where its authority is given and the name is its own, and down for another name", async () => {
      const trusting = { ...targetOf(tls), verifyTls: true, authority };
      expect(await probeSmtp({ ...trusting, serverName: "localhost" }, within(5000))).toMatchObject({
        status: "up",
        details: { certificateTrusted: true },
      });
      // Without a name, it must be for the address.
      for (const serverName of ["mail.example", null]) {
        expect(await probeSmtp({ ...trusting, serverName }, within(5000))).toMatchObject({
          status: "down",
          error: "the certificate is for another name",
        });
      }
    });
  });

  test("that does not offer STARTTLS is down by it", async () => {
    const server = await startMailServer({ isPlain: true });
    const target = { ...targetOf("starttls"), port: server.port };
    expect(await probeSmtp(target, within(5000))).toMatchObject({
      status: "down",
      error: "STARTTLS is not offered",
    });
    await server.close();
  });

  test("that speaks no TLS is down by TLS from the first octet", async () => {
    expect(await probeSmtp({ ...targetOf("implicit"), port: plain.port }, within(5000))).toMatchObject({
      status: "down",
      error: "no TLS: the handshake failed",
    });
  });

  test("with a certificate that has expired is up or down, as is wanted, and says since when", async () => {
    const identity = await makeIdentity("old.example", { notAfter: new Date(Date.now() - 3 * 86_400_000) });
    const server = new SMTPServer({ secure: true, key: identity.key, cert: identity.certificate });
    server.on("error", () => undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    const listener = server.listen(0, "::1", resolve);
    await promise;
    const target = { ...targetOf("implicit"), address: "::1", port: portOf(listener.address()) };
    expect(await probeSmtp(target, within(5000))).toMatchObject({
      status: "up",
      details: { certificateDays: -4, certificateTrusted: false },
    });
    const trusting = {
      ...target,
      verifyTls: true,
      serverName: "old.example",
      authority: identity.certificate,
    };
    expect(await probeSmtp(trusting, within(5000))).toMatchObject({
      status: "down",
      error: "the certificate has expired",
    });
    server.close();
  });
});

describe("what a server says counts", () => {
  const HELLO = { EHLO: "250 fine\r\n", QUIT: "221 bye\r\n" };

  test.each([
    ["127.0.0.1", "EHLO [127.0.0.1]"],
    ["::1", "EHLO [IPv6:::1]"],
  ])("it is greeted from %s and told goodbye", async (address, greeting) => {
    const peer = await startLinePeer("220-several\r\n220 lines\r\n", { answers: HELLO, address });
    expect(await probeSmtp({ ...peer, ...NO_TLS }, within(1000))).toMatchObject({
      status: "up",
      details: { banner: "several" },
    });
    expect(peer.heard).toEqual([greeting, "QUIT"]);
  });

  test.each([
    ["a greeting that refuses", "554 go away\r\n", {}, "greeting: 554 go away"],
    ["a service that is not ready", "421 try later\r\n", {}, "greeting: 421 try later"],
    ["a refusal of our greeting", "220 x\r\n", { EHLO: "550 not you\r\n" }, "answer to EHLO: 550 not you"],
    [
      "a refusal of the older greeting",
      "220 x\r\n",
      { EHLO: "502 what\r\n", HELO: "503 no\r\n" },
      "answer to HELO: 503 no",
    ],
    ["a line that is none", "hello\r\n", {}, "no SMTP: a line without a reply code"],
    ["a reply without end", "220-x\r\n".repeat(200), {}, "a reply of more than 100 lines"],
  ])("%s is down", async (_, greeting, answers, error) => {
    const peer = await startLinePeer(greeting, { answers });
    expect(await probeSmtp({ ...peer, ...NO_TLS }, within(1000))).toMatchObject({ status: "down", error });
  });

  test("a server that knows no extensions is up", async () => {
    const answers = { EHLO: "502 what\r\n", HELO: "250 hello\r\n", QUIT: "221 bye\r\n" };
    const peer = await startLinePeer("220 old\r\n", { answers });
    const { status, details } = await probeSmtp({ ...peer, ...NO_TLS }, within(1000));
    expect({ status, details }).toEqual({ status: "up", details: { banner: "old" } });
  });

  test("what comes with the answer to STARTTLS is not taken for what comes by TLS", async () => {
    const answers = { EHLO: "250-x\r\n250 STARTTLS\r\n", STARTTLS: "220 go\r\n250 injected\r\n" };
    const peer = await startLinePeer("220 x\r\n", { answers });
    expect(await probeSmtp({ ...peer, ...NO_TLS, tls: "starttls" }, within(1000))).toMatchObject({
      status: "down",
      error: "more than one answer came before TLS",
    });
  });

  test("a server that keeps silent on QUIT is up all the same", async () => {
    const peer = await startLinePeer("220 x\r\n", { answers: { EHLO: "250 fine\r\n" } });
    expect(await probeSmtp({ ...peer, ...NO_TLS }, within(5000))).toMatchObject({ status: "up" });
  });
});
