import { afterAll, describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { assert, property, uint8Array } from "fast-check";
import { ProbeTrouble } from "#platform/probe/trouble";
import type { ServiceText } from "../../../../src/features/discovery/sweep/models";
import { namesOfCertificate } from "../../../../src/features/discovery/sweep/services/certificate-names";
import { readGreeting } from "../../../../src/features/discovery/sweep/services/greeting";
import { readHttpHead, titleOf } from "../../../../src/features/discovery/sweep/services/http-text";
import { readTls, readWebPage } from "../../../../src/features/discovery/sweep/services/web-page";
import { makeIdentity } from "../../../support/certificates";

const HOST = "127.0.0.1";
const limits = { timeoutMs: 1000, signal: new AbortController().signal };
const servers: { close: () => unknown }[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function givenServer(talk: (socket: Socket) => void): Promise<{ address: string; port: number }> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    talk(socket);
  });
  servers.push(server);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, HOST, resolve);
  await promise;
  const place = server.address();
  return { address: HOST, port: typeof place === "object" ? (place?.port ?? 0) : 0 };
}

/** Sends one and the same for as long as the peer takes it, up to 1 GB. */
function flood(socket: Socket, octets: Buffer): void {
  let left = 1024 ** 3 / octets.length;
  const push = () => {
    while (left-- > 0 && !socket.destroyed) if (!socket.write(octets)) return;
  };
  socket.on("drain", push);
  push();
}

const textsOf = (services: readonly ServiceText[]) => services.map(({ kind, text }) => `${kind}: ${text}`);

describe("greetings", () => {
  test("of SSH and others are told in one line", async () => {
    const ssh = await givenServer((socket) => socket.write("SSH-2.0-OpenSSH_10.0\r\n"));
    expect(textsOf(await readGreeting(ssh, limits))).toEqual(["ssh: SSH-2.0-OpenSSH_10.0"]);
    const ftp = await givenServer((socket) =>
      socket.write("220 \u001b[2J\u0007files \u202eready\r\nmore\r\n"),
    );
    expect(textsOf(await readGreeting(ftp, limits))).toEqual(["greeting: 220 [2Jfiles ready"]);
  });

  test("without an end are none, and are not read for long", async () => {
    const endless = await givenServer((socket) => flood(socket, Buffer.alloc(64 * 1024, "x")));
    const slow = await givenServer((socket) => {
      const timer = setInterval(() => socket.write("x"), 50);
      socket.on("close", () => clearInterval(timer));
    });
    const before = process.memoryUsage().rss;
    for (const target of [endless, slow]) {
      const startedAt = performance.now();
      const trouble = await readGreeting(target, limits).catch((error: unknown) => error);
      expect(trouble).toBeInstanceOf(ProbeTrouble);
      expect(performance.now() - startedAt).toBeLessThan(3000);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 ** 2);
  });
});

describe("web pages", () => {
  test("tell their title and their server; a redirect is not followed", async () => {
    const paths: string[] = [];
    const web = await givenServer((socket) =>
      socket.once("data", (octets) => {
        paths.push(String(octets).split(" ")[1] ?? "");
        socket.end(
          "HTTP/1.1 302 Found\r\nServer: nginx/1.29\r\nLocation: http://169.254.169.254/\r\n\r\n<TITLE lang=de>A &amp;\n B &#8211; C</TITLE>",
        );
      }),
    );
    expect(textsOf(await readWebPage(web, limits))).toEqual([
      "http_title: A & B – C",
      "http_server: nginx/1.29",
    ]);
    expect(paths).toEqual(["/"]);
  });

  test("of 1 GB are read as far as a title could stand", async () => {
    const endless = await givenServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nServer: endless\r\n\r\n");
      flood(socket, Buffer.alloc(64 * 1024, "<a href=x>"));
    });
    const startedAt = performance.now();
    expect(textsOf(await readWebPage(endless, limits))).toEqual(["http_server: endless"]);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  test("any octets are a head with a title or none", () => {
    assert(
      property(uint8Array({ maxLength: 300 }), (octets) => {
        const text = Buffer.from(octets).toString("latin1");
        const head = readHttpHead(Buffer.from(`HTTP/1.1 200 OK\r\n${text}\r\n\r\n<title>${text}`));
        for (const value of [...(head?.fields.values() ?? []), titleOf(head?.body ?? "")]) {
          expect(value.length).toBeLessThanOrEqual(255);
          // oxlint-disable-next-line no-control-regex -- what must not be there
          expect(value).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
        }
      }),
      { seed: 20_261_124, numRuns: 2000 },
    );
    expect(readHttpHead(Buffer.from("SSH-2.0-x\r\n"))).toBeUndefined();
  });
});

describe("certificates", () => {
  test("of a server that is not trusted tell its names, and its page is read behind them", async () => {
    const { certificate, key } = await makeIdentity("nas.example.org");
    const server = createTlsServer({ cert: certificate, key }, (socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end("HTTP/1.0 200 OK\r\n\r\n<title>Station</title>"));
    });
    servers.push(server);
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, HOST, resolve);
    await promise;
    const place = server.address();
    const target = { address: HOST, port: typeof place === "object" ? (place?.port ?? 0) : 0 };
    expect(textsOf(await readTls(target, limits, { isWeb: true }))).toEqual([
      "tls_names: nas.example.org",
      "http_title: Station",
    ]);
  });

  test.each([
    [
      "DNS:a.example, DNS:*.b.example, IP Address:10.0.0.1",
      "CN=ignored.example",
      ["a.example", "*.b.example"],
    ],
    [undefined, "C=DE\nCN=printer-7\nO=Acme", ["printer-7"]],
    ['DNS:"a.example, DNS:evil.example"', "", ["a.example", "evil.example"]],
    ["DNS:localhost, DNS:\u001b[31m, DNS:-x", "CN=localhost", []],
  ])("with names %p and subject %p", (subjectAltName, subject, expected) => {
    expect(namesOfCertificate({ subjectAltName, subject })).toEqual(expected);
  });

  test("with thousands of names tell a few", () => {
    const subjectAltName = Array.from({ length: 5000 }, (_, index) => `DNS:h${index}.example`).join(", ");
    expect(namesOfCertificate({ subjectAltName, subject: "" })).toHaveLength(8);
  });
});
