import { afterEach, describe, expect, test } from "bun:test";
import hoodiecrow from "hoodiecrow-imap";
import { probeImap } from "../../../../src/features/monitoring/probes/imap";
import type { TlsMode } from "../../../../src/features/monitoring/probes/targets";
import { makeIdentity } from "../../../support/certificates";
import { closePeers, LOOPBACKS, NO_TLS, portOf, startLinePeer, within } from "./given";

afterEach(closePeers);

describe.each(LOOPBACKS)("a real server on %s", (address) => {
  async function startServer(tls: TlsMode) {
    const identity = await makeIdentity("mail.example");
    const { server } = hoodiecrow({
      secureConnection: tls === "implicit",
      credentials: { key: identity.key, cert: identity.certificate },
      plugins: tls === "starttls" ? ["STARTTLS"] : [],
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, address, resolve);
    await promise;
    const target = { ...NO_TLS, tls, address, port: portOf(server.address()) };
    return { target, identity, close: () => server.close() };
  }

  test("is up without TLS", async () => {
    const { target, close } = await startServer("none");
    const { status, error, details } = await probeImap(target, within(5000));
    expect({ status, error, details }).toEqual({
      status: "up",
      error: null,
      details: { banner: "Hoodiecrow ready for rumble", capabilities: "IMAP4REV1" },
    });
    close();
  });

  test.each(["starttls", "implicit"] as const)("is up by %s, with its certificate", async (tls) => {
    const { target, identity, close } = await startServer(tls);
    const { certificate: authority } = identity;
    const trusting = { ...target, verifyTls: true, serverName: "mail.example", authority };
    expect(await probeImap(trusting, within(5000))).toMatchObject({
      status: "up",
      details: { certificateDays: 364, certificateIssuer: "CN=mail.example", certificateTrusted: true },
    });
    expect(await probeImap({ ...trusting, authority: null }, within(5000))).toMatchObject({
      status: "down",
      details: { certificateDays: 364, certificateTrusted: false },
    });
    close();
  });

  test("that does not offer STARTTLS is down by it", async () => {
    const { target, close } = await startServer("none");
    expect(await probeImap({ ...target, tls: "starttls" }, within(5000))).toMatchObject({
      status: "down",
      error: "STARTTLS is not offered",
    });
    close();
  });
});

describe("what a server says counts", () => {
  const CAPABLE = { "a1 CAPABILITY": "* CAPABILITY IMAP4rev2 IDLE\r\na1 OK done\r\n" };

  test("it is asked what it can do, and told goodbye", async () => {
    const peer = await startLinePeer("* PREAUTH at your service\r\n", { answers: CAPABLE });
    expect(await probeImap({ ...peer, ...NO_TLS }, within(1000))).toMatchObject({
      status: "up",
      details: { banner: "at your service", capabilities: "IMAP4REV2 IDLE" },
    });
    expect(peer.heard).toEqual(["a1 CAPABILITY", "a4 LOGOUT"]);
  });

  test.each([
    ["a greeting that says goodbye", "* BYE full\r\n", {}, "greeting: BYE full"],
    ["a greeting that is none", "+OK pop here\r\n", {}, "no IMAP: the greeting is none"],
    ["a refusal", "* OK x\r\n", { a1: "a1 NO not now\r\n" }, "answer to CAPABILITY: NO not now"],
    ["another protocol", "* OK x\r\n", { a1: "* CAPABILITY X\r\na1 OK\r\n" }, "no IMAP: it names no version"],
    ["an endless answer", "* OK x\r\n", { a1: "* X\r\n".repeat(200) }, "an answer of more than 100 lines"],
  ])("%s is down", async (_, greeting, answers, error) => {
    const peer = await startLinePeer(greeting, { answers });
    expect(await probeImap({ ...peer, ...NO_TLS }, within(1000))).toMatchObject({ status: "down", error });
  });

  test("what comes with the answer to STARTTLS is not taken for what comes by TLS", async () => {
    const answers = {
      "a1 CAPABILITY": "* CAPABILITY IMAP4rev1 STARTTLS\r\na1 OK done\r\n",
      "a2 STARTTLS": "a2 OK go\r\n* CAPABILITY IMAP4rev1\r\na3 OK injected\r\n",
    };
    const peer = await startLinePeer("* OK x\r\n", { answers });
    expect(await probeImap({ ...peer, ...NO_TLS, tls: "starttls" }, within(1000))).toMatchObject({
      status: "down",
      error: "more than one answer came before TLS",
    });
  });
});
