import { describe, expect, test } from "bun:test";
import { startHttpServer } from "../../../support/http-server";
import { ask, givenAuthority, head, startRawServer } from "./given";

/** Answers `/<status>?<location>` with that redirect, and everything else with 200. */
function startRedirector(hostname?: string) {
  return startHttpServer({
    ...(hostname !== undefined && { hostname }),
    answer: ({ url }) => {
      const { pathname, search } = new URL(url);
      const status = Number(pathname.slice(1));
      const location = decodeURIComponent(search.slice(1));
      return status >= 300 ? new Response(null, { status, headers: { Location: location } }) : new Response();
    },
  });
}

const to = (location: string, status = 302) => `/${status}?${encodeURIComponent(location)}`;

describe("a redirect", () => {
  test("is followed, and told", async () => {
    const server = startRedirector();
    const found = await ask(server.url + to("/b?c=d#e"));
    expect(found).toMatchObject({ status: "up", statusCode: 200, redirects: [`${server.url}/b?c=d`] });
    expect(server.received).toHaveLength(2);
  });

  test("is the answer itself where it is not followed, or leads nowhere", async () => {
    const server = startRedirector();
    const found = await ask(server.url + to("/b"), { followRedirects: false });
    expect(found).toMatchObject({ status: "up", statusCode: 302, redirects: [] });
    const bare = await startRawServer(head("302 Found", "Content-Length: 0"));
    expect(await ask(bare.url)).toMatchObject({ status: "up", statusCode: 302 });
    expect(await ask(server.url + to("/b", 304), { acceptedStatusCodes: "304" })).toMatchObject({
      statusCode: 304,
    });
  });

  test("that leads back to itself is followed as often as is allowed", async () => {
    const loop = startHttpServer({
      answer: ({ url }) => new Response(null, { status: 302, headers: { Location: url } }),
    });
    const found = await ask(`${loop.url}/loop`, { maxRedirects: 3 });
    expect(found).toMatchObject({
      status: "down",
      statusCode: 302,
      error: "Exceeded 3 redirects",
    });
    expect(loop.received).toHaveLength(4);
    expect(await ask(`${loop.url}/loop`, { maxRedirects: 0 })).toMatchObject({ status: "down" });
    expect(loop.received).toHaveLength(5);
  });

  test.each([
    [301, "POST", "GET", ""],
    [302, "POST", "GET", ""],
    [303, "POST", "GET", ""],
    [307, "POST", "POST", "body"],
    [308, "POST", "POST", "body"],
    [301, "PUT", "PUT", "body"],
    [303, "PUT", "GET", ""],
    [303, "HEAD", "HEAD", ""],
  ])("of status %d makes of %s a %s with the body %p", async (status, method, becomes, body) => {
    const server = startRedirector();
    const given = method === "HEAD" ? {} : { body: { text: "body", encoding: "text" as const } };
    const found = await ask(server.url + to("/b", status), { method, ...given });
    expect(found.status).toBe("up");
    expect(server.received[1]).toMatchObject({ method: becomes, path: "/b", body });
    expect(server.received[1]?.headers["content-type"] !== undefined).toBe(body !== "");
  });

  test("takes credentials and own headers to no other origin, nor back from there", async () => {
    const home = startRedirector();
    const other = startRedirector("127.0.0.2");
    const secrets = {
      headers: { "X-Key": "secret", Cookie: "secret" },
      auth: { type: "bearer" as const, token: "secret" },
    };
    const found = await ask(home.url + to(other.url + to(home.url + to("/end"))), secrets);
    expect(found.status).toBe("up");
    expect(home.received[0]?.headers).toMatchObject({ authorization: "Bearer secret", "x-key": "secret" });
    for (const { headers } of [...other.received, ...home.received.slice(1)]) {
      expect(Object.values(headers).join()).not.toContain("secret");
    }
    expect(other.received).toHaveLength(1);
    expect(home.received).toHaveLength(3);
    await ask(home.url + to("/end"), secrets);
    expect(home.received[4]?.headers).toMatchObject({ authorization: "Bearer secret", "x-key": "secret" });
  });

  test("takes a body to no other origin", async () => {
    const home = startRedirector();
    const other = startRedirector("127.0.0.2");
    const body = { text: "secret", encoding: "text" as const };
    const found = await ask(home.url + to(other.url, 307), { method: "POST", body });
    expect(found).toMatchObject({ status: "down", error: expect.stringContaining("another origin") });
    expect(other.received).toEqual([]);
  });

  test("shows a client's certificate to no other origin", async () => {
    const authority = await givenAuthority();
    const client = await authority.issue("client.test");
    const asked: boolean[] = [];
    const other = await startRawServer(
      (socket) => {
        asked.push("authorized" in socket && socket.authorized === true);
        socket.end(head("200 OK", "Content-Length: 0"));
      },
      {
        tls: {
          ...(await authority.issue("other.test")),
          ca: authority.certificate,
          requestCert: true,
          rejectUnauthorized: false,
        },
      },
    );
    const home = startRedirector();
    const changes = {
      authorities: authority.certificate,
      clientCertificate: { certificate: client.cert, key: client.key },
    };
    expect((await ask(other.url, changes)).status).toBe("up");
    expect((await ask(home.url + to(other.url), changes)).status).toBe("up");
    expect(asked).toEqual([true, false]);
  });

  test("from https to http is told", async () => {
    const authority = await givenAuthority();
    const end = startRedirector();
    const secure = await startRawServer(head("302 Found", `Location: ${end.url}/`, "Content-Length: 0"), {
      tls: await authority.issue("site.test"),
    });
    const found = await ask(secure.url, { authorities: authority.certificate });
    expect(found).toMatchObject({ status: "up", details: { redirected_to_plain_http: true } });
    expect(found.certificateExpiresAt).not.toBeNull();
    expect((await ask(end.url + to("/b"))).details).not.toHaveProperty("redirected_to_plain_http");
  });

  test.each(["ftp://127.0.0.1/", "javascript:alert(1)", "http://", "http://[::1/"])(
    "to %s goes nowhere",
    async (location) => {
      const server = startRedirector();
      expect(await ask(server.url + to(location))).toMatchObject({ status: "down", statusCode: 302 });
      expect(server.received).toHaveLength(1);
    },
  );
});
