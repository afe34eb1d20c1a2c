import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createProxy } from "proxy";
import { startHttpServer } from "../../../support/http-server";
import { atRunEnd } from "../../../support/run-end";
import { ask, givenAuthority, head, startRawServer } from "./given";

const OK = head("200 OK", "Content-Length: 0");
const authority = await givenAuthority();
const authorities = authority.certificate;
const LOGIN = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;

/** A forward proxy that lets one user in; keeps what it was asked. */
async function startProxy(scheme: "http" | "https") {
  const asked: string[] = [];
  const server = createProxy(
    scheme === "http" ? createServer() : createSecureServer(await authority.issue("proxy.test")),
  );
  server.authenticate = (request) => {
    asked.push(`${request.method} ${request.url}`);
    return request.headers["proxy-authorization"] === LOGIN;
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atRunEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const urlFor = (login: string) => `${scheme}://${login}127.0.0.1:${address.port}`;
  return { asked, url: urlFor("user:p%40ss@"), urlFor };
}

describe.each(["http", "https"] as const)("by a proxy of %s", (scheme) => {
  test("http is asked for by whole URL, and the target does not see the proxy's credentials", async () => {
    const proxy = await startProxy(scheme);
    const target = startHttpServer();
    const found = await ask(`${target.url}/a?b`, {
      proxyUrl: proxy.url,
      authorities,
      headers: { "X-A": "1" },
    });
    expect(found).toMatchObject({ status: "up", statusCode: 200 });
    expect(proxy.asked).toEqual([`GET ${target.url}/a?b`]);
    expect(target.received).toMatchObject([{ path: "/a?b", headers: { "x-a": "1" } }]);
    expect(target.received[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  test("https goes through a tunnel, and the certificate is the target's", async () => {
    const proxy = await startProxy(scheme);
    const target = await startRawServer(OK, { tls: await authority.issue("localhost", { endsInDays: 5 }) });
    const url = `https://localhost:${target.port}/`;
    const found = await ask(url, { proxyUrl: proxy.url, authorities });
    expect(found).toMatchObject({ status: "up", details: { certificate_days: 4 } });
    expect(proxy.asked).toEqual([`CONNECT localhost:${target.port}`]);
    expect(target.received[0]).not.toMatch(/proxy/i);
    const named = `https://proxied.test:${target.port}/`;
    const wrong = await ask(named, { proxyUrl: proxy.url, authorities, timeoutMs: 20_000 });
    expect(wrong.status).not.toBe("up");
    expect(target.received).toHaveLength(1);
  });

  test("without the right credentials nothing is known of the target", async () => {
    const proxy = await startProxy(scheme);
    const target = startHttpServer();
    for (const url of [target.url, "https://127.0.0.1:1/"]) {
      const found = await ask(url, { proxyUrl: proxy.urlFor("user:wrong@"), authorities });
      expect(found).toMatchObject({ status: "unknown", error: "the proxy answered 407" });
    }
    expect(target.received).toEqual([]);
  });
});

describe("a proxy", () => {
  test.each([
    ["nobody listens there", "http://127.0.0.1:1", "the proxy: connection refused"],
    ["it is at a refused address", "http://169.254.169.254:3128", "the proxy: Link-local"],
    ["it is none that is known", "socks5://127.0.0.1:1080", "the proxy's URL is no http or https address"],
  ])("that cannot be used says nothing of the target: %s", async (_, proxyUrl, error) => {
    const found = await ask("https://127.0.0.1:1/", { proxyUrl });
    expect(found).toMatchObject({ status: "unknown", error: expect.stringContaining(error) });
  });

  test.each([
    ["502 Bad Gateway", "down"],
    ["504 Gateway Timeout", "down"],
    ["403 Forbidden", "unknown"],
    ["500 Oops", "unknown"],
  ])("that answers %s has found the target %s", async (answer, status) => {
    const proxy = await startRawServer(head(answer, "Content-Length: 0"));
    const found = await ask("https://127.0.0.1:1/", { proxyUrl: proxy.url });
    expect(found).toMatchObject({ status, error: `the proxy answered ${answer.slice(0, 3)}` });
  });

  test.each([["garbage\r\n"], [""]])("that answers %j is none", async (answer) => {
    const proxy = await startRawServer(answer);
    const found = await ask("https://127.0.0.1:1/", { proxyUrl: proxy.url });
    expect(found).toMatchObject({ status: "unknown", error: expect.stringContaining("the proxy") });
  });

  test("that says nothing has until the time is over", async () => {
    const proxy = await startRawServer(() => undefined);
    const found = await ask("https://127.0.0.1:1/", { proxyUrl: proxy.url, timeoutMs: 300 });
    expect(found).toMatchObject({
      status: "unknown",
      error: expect.stringContaining("it ended at the proxy"),
    });
  });

  test("is not asked for an address that is refused", async () => {
    const proxy = await startProxy("http");
    for (const url of ["http://169.254.169.254/", "https://[fe80::1]/", "https://0x7f000001/"]) {
      expect(await ask(url, { proxyUrl: proxy.url })).toMatchObject({ status: "unknown" });
    }
    expect(proxy.asked).toEqual([]);
  });
});

test("a proxy that sends interim answers without end is given up, and says nothing of the target", async () => {
  const server = await startRawServer((socket) => {
    socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000));
  });
  expect(await ask("https://target.test/", { proxyUrl: server.url })).toMatchObject({
    status: "unknown",
    error: "the proxy answered 103",
  });
});
