import { afterEach, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { Server } from "ssh2";
import { probeSsh } from "../../../../src/features/monitoring/probes/ssh";
import { closePeers, LOOPBACKS, portOf, startLinePeer, within } from "./given";

afterEach(closePeers);

const ANY = { expected: null };

describe.each(LOOPBACKS)("a real server on %s", (address) => {
  async function startServer(ident: string) {
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs1", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    const identified = Promise.withResolvers<string>();
    const server = new Server({ hostKeys: [privateKey], ident }, (client, { header }) => {
      identified.resolve(header.versions.software);
      client.on("error", () => undefined);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, address, resolve);
    await promise;
    return { port: portOf(server.address()), client: identified.promise, close: () => server.close() };
  }

  test("is up, and is told who asks", async () => {
    const server = await startServer("Netatlas_1.0");
    const outcome = await probeSsh({ address, port: server.port, ...ANY }, within(3000));
    expect(outcome).toMatchObject({ status: "up", error: null, details: { banner: "SSH-2.0-Netatlas_1.0" } });
    expect(outcome.latencyMs).toBeGreaterThan(0);
    expect(await server.client).toBe("netatlas");
    server.close();
  });

  test("is down where it lacks the expected text", async () => {
    const server = await startServer("Netatlas_1.0");
    const target = { address, port: server.port };
    expect(await probeSsh({ ...target, expected: "OpenSSH" }, within(3000))).toMatchObject({
      status: "down",
      error: 'the identification lacks "OpenSSH"',
      details: { banner: "SSH-2.0-Netatlas_1.0" },
    });
    expect(await probeSsh({ ...target, expected: "atlas" }, within(3000))).toMatchObject({ status: "up" });
    server.close();
  });
});

test("lines before the identification are passed over, up to fifty", async () => {
  const lines = (count: number) => "Welcome\r\n".repeat(count);
  const peer = await startLinePeer(`${lines(50)}SSH-1.99-OpenSSH_2.9 old but alive\r\n`);
  expect(await probeSsh({ ...peer, ...ANY }, within(1000))).toMatchObject({
    status: "up",
    details: { banner: "SSH-1.99-OpenSSH_2.9 old but alive" },
  });
  const talker = await startLinePeer(`${lines(51)}SSH-2.0-x\r\n`);
  expect(await probeSsh({ ...talker, ...ANY }, within(1000))).toMatchObject({
    status: "down",
    error: "no SSH: too many lines before an identification",
  });
});

test.each([
  ["SSH-1.5-OldOne", "SSH 1.5 is spoken, not 2.0"],
  ["SSH-2.0", "the identification is malformed"],
  ["SSH-2.0-\u0007bell", "the identification is malformed"],
  [`SSH-2.0-${"x".repeat(246)}`, "the identification is too long"],
])("the identification %p is refused", async (identification, error) => {
  const peer = await startLinePeer(`${identification}\r\n`);
  expect(await probeSsh({ ...peer, ...ANY }, within(1000))).toMatchObject({ status: "down", error });
});

test("the longest identification is taken, also with a bare line feed", async () => {
  const longest = `SSH-2.0-${"x".repeat(245)}`;
  for (const end of ["\r\n", "\n"]) {
    const peer = await startLinePeer(`${longest}${end}`);
    expect(await probeSsh({ ...peer, ...ANY }, within(1000))).toMatchObject({ status: "up" });
  }
});
