import { describe, expect, test } from "bun:test";
import { ask, givenAuthority, head, optionsFor, probe, startRawServer } from "./given";

const OK = head("200 OK", "Content-Length: 0");
const DAY_MS = 86_400_000;
const authority = await givenAuthority();
const authorities = authority.certificate;

/** An https server for `site.test` and 127.0.0.1; its address by either name. */
async function startSite(issued: Parameters<typeof authority.issue>[1] = {}, tls = {}) {
  const identity = await authority.issue("site.test", issued);
  const server = await startRawServer(OK, { tls: { ...identity, ...tls } });
  return { ...server, urlFor: (host: string) => `https://${host}:${server.port}/` };
}

describe("a certificate", () => {
  test("of an own authority is trusted where that is, for the name and for the address", async () => {
    const site = await startSite({ endsInDays: 30 });
    const named = await ask(site.urlFor("site.test"), { authorities });
    expect(named).toMatchObject({ status: "up", error: null });
    expect(named.certificateIssuer).toBe("CN=Authority of the tests");
    const days = ((named.certificateExpiresAt?.getTime() ?? 0) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect(named.details).toMatchObject({ tls_version: "TLSv1.3", tls_ms: expect.any(Number) });
    expect(await ask(site.url, { authorities })).toMatchObject({ status: "up" });
    expect(await ask(site.urlFor("site.test."), { authorities })).toMatchObject({ status: "up" });
  });

  test("that is about to end is up, and its days are told", async () => {
    const site = await startSite({ endsInDays: 2.5 });
    const found = await ask(site.urlFor("site.test"), { authorities });
    expect(found).toMatchObject({ status: "up", details: { certificate_days: 2 } });
  });

  test.each([
    ["has ended", "site.test", { endsInDays: -2 }, true, "the certificate has expired"],
    ["is for another name", "other.test", {}, true, "the certificate is for another name"],
    [
      "comes from nobody known",
      "site.test",
      {},
      false,
      "the certificate comes from an authority that is not known",
    ],
  ])("that %s is told about and keeps the request back", async (_, name, issued, isTrusted, problem) => {
    const site = await startSite(issued);
    const trust = isTrusted ? { authorities } : {};
    const found = await ask(site.urlFor(name), trust);
    expect(found).toMatchObject({
      status: "down",
      error: problem,
      statusCode: null,
      certificateIssuer: "CN=Authority of the tests",
    });
    expect(found.certificateExpiresAt).toBeInstanceOf(Date);
    expect(site.received).toEqual([]);
    const careless = await ask(site.urlFor(name), { ...trust, verifyTls: false });
    expect(careless).toMatchObject({ status: "up", details: { certificate_problem: problem } });
    expect(site.received).toHaveLength(1);
  });

  test("of a public site is still trusted beside an own authority, and no other is", async () => {
    const stranger = await givenAuthority();
    const site = await startSite();
    const found = await ask(site.urlFor("site.test"), { authorities: stranger.certificate });
    expect(found).toMatchObject({ status: "down", statusCode: null });
  });

  test("cannot be shown where its PEM is none, which says nothing of the target", async () => {
    const site = await startSite();
    const clientCertificate = { certificate: "none", key: "none" };
    const found = await ask(site.urlFor("site.test"), { authorities, clientCertificate });
    expect(found).toMatchObject({ status: "unknown", error: expect.stringContaining("PEM") });
  });
});

describe("mutual TLS", () => {
  test.each([["TLSv1.2"], ["TLSv1.3"]])("of %s", async (version) => {
    const site = await startSite(
      {},
      {
        ca: authorities,
        requestCert: true,
        rejectUnauthorized: true,
        minVersion: version,
        maxVersion: version,
      },
    );
    const client = await authority.issue("client.test");
    const clientCertificate = { certificate: client.cert, key: client.key };
    const found = await ask(site.urlFor("site.test"), { authorities, clientCertificate });
    expect(found).toMatchObject({ status: "up", details: { tls_version: version } });
    const without = await ask(site.urlFor("site.test"), { authorities });
    expect(without).toMatchObject({ status: "down", statusCode: null });
    expect(site.received).toHaveLength(1);
  });
});

describe("a server that is no TLS server", () => {
  test("is one whose handshake fails", async () => {
    const plain = await startRawServer("HTTP/1.1 400 Bad\r\n\r\n");
    const found = await ask(plain.url.replace("http:", "https:"));
    expect(found).toMatchObject({ status: "down", error: expect.stringMatching(/handshake/) });
  });

  test("has until the time is over when it says nothing", async () => {
    const silent = await startRawServer(() => undefined);
    const found = await ask(silent.url.replace("http:", "https:"), { timeoutMs: 300 });
    expect(found).toMatchObject({
      status: "down",
      error: "no complete answer within 0.3 s: it ended at the TLS handshake",
    });
  });
});

test("an address of IPv6 is asked, with TLS too", async () => {
  const server = await startRawServer(OK, { host: "::1" });
  const { signal } = new AbortController();
  expect(await probe(optionsFor(server.url), { signal })).toMatchObject({ status: "up" });
  expect(server.received[0]).toContain(`Host: [::1]:${server.port}\r\n`);
  const tls = await startRawServer(OK, { host: "::1", tls: await authority.issue("site.test") });
  const found = await ask(tls.url, { authorities });
  expect(found).toMatchObject({ status: "down", error: "the certificate is for another name" });
  expect(await ask(tls.url, { verifyTls: false })).toMatchObject({ status: "up" });
});
