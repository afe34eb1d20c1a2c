import { describe, expect, test } from "bun:test";
import { createHttpProbe } from "../../../../src/features/monitoring/http/probe";
import { startHttpServer } from "../../../support/http-server";
import { ask, optionsFor } from "./given";
import { patient } from "../../../support/patience";

const ALWAYS = "Link-local, metadata and multicast addresses cannot be targets";
const SPELLING = "An address must be written as 192.0.2.1 or 2001:db8::1";
const { signal } = new AbortController();

/** A probe to which a name has these addresses, one list for each time that it looks it up. */
function probeWithNames(...answers: string[][]) {
  const asked: string[] = [];
  const lookUp = async (name: string) => {
    asked.push(name);
    return answers[asked.length - 1] ?? [];
  };
  const probe = createHttpProbe({ lookUp });
  return { asked, ask: (url: string) => probe(optionsFor(url, { timeoutMs: 2000 }), { signal }) };
}

describe("fault 44: nothing is sent", () => {
  test.each([
    ["http://169.254.169.254/latest/meta-data/", ALWAYS],
    ["http://[fe80::1]/", ALWAYS],
    ["http://[fd00:ec2::254]/", ALWAYS],
    ["http://[64:ff9b::169.254.169.254]/", ALWAYS],
    ["http://224.0.0.1/", ALWAYS],
    ["http://[::ffff:169.254.169.254]/", SPELLING],
    ["http://0x7f000001/", SPELLING],
    ["http://2130706433/", SPELLING],
    ["http://127.1/", SPELLING],
    ["http://[::ffff:127.0.0.1]/", SPELLING],
  ])("to %s", async (url, error) => {
    const begun = performance.now();
    expect(await ask(url)).toMatchObject({ status: "unknown", error, latencyMs: null });
    expect(performance.now() - begun).toBeLessThan(patient(1000));
  });

  test("to a name that has a refused address, even beside a good one", async () => {
    const server = startHttpServer();
    const { ask } = probeWithNames(["127.0.0.1", "169.254.169.254"]);
    expect(await ask(`http://both.test:${server.port}/`)).toMatchObject({ status: "unknown", error: ALWAYS });
    expect(server.received).toEqual([]);
  });

  test.each([
    ["http://169.254.169.254/", ALWAYS],
    ["//169.254.169.254/x", ALWAYS],
    ["http://0xa9fea9fe/", SPELLING],
    ["http://2852039166/", SPELLING],
    ["//0x7f000001:1/", SPELLING],
    ["http://[::ffff:a9fe:a9fe]/", SPELLING],
    ["http://rebound.test/", ALWAYS],
  ])("where a redirect leads to %s, which is the target's fault", async (location, error) => {
    const server = startHttpServer({
      answer: () => new Response(null, { status: 302, headers: { Location: location } }),
    });
    const { ask } = probeWithNames(["127.0.0.1"], ["169.254.169.254"]);
    const found = await ask(`http://first.test:${server.port}/`);
    expect(found).toMatchObject({ status: "down", statusCode: 302, error: expect.stringContaining(error) });
    expect(server.received).toHaveLength(1);
  });
});

test("fault 45: a name is looked up once, and the connection made to what was judged", async () => {
  const server = startHttpServer({ hostname: "127.0.0.2" });
  const trap = startHttpServer({ hostname: "127.0.0.3" });
  const { ask, asked } = probeWithNames(["127.0.0.2"], ["127.0.0.3"]);
  expect((await ask(`http://rebind.test:${server.port}/`)).status).toBe("up");
  expect(asked).toEqual(["rebind.test"]);
  expect(server.received).toMatchObject([{ headers: { host: `rebind.test:${server.port}` } }]);
  expect(trap.received).toEqual([]);
});

test("of the addresses of a name the next is tried when one does not answer", async () => {
  const server = startHttpServer({ hostname: "127.0.0.2" });
  const { ask } = probeWithNames(["::1", "127.0.0.4", "127.0.0.2"]);
  const found = await ask(`http://many.test:${server.port}/`);
  expect(found).toMatchObject({ status: "up", details: { address: "127.0.0.2" } });
});

describe("a name", () => {
  test.each([
    ["ENOTFOUND", "down", "the name is not known"],
    ["ESERVFAIL", "down", "the name servers of the name fail"],
    ["ETIMEOUT", "unknown", "the name servers do not answer"],
  ])("whose look-up ends with %s is %s", async (code, status, error) => {
    const probe = createHttpProbe({
      lookUp: async () => {
        throw Object.assign(new Error("cannot resolve"), { code });
      },
    });
    const found = await probe(optionsFor("http://name.test/"), { signal });
    expect(found).toMatchObject({ status, error, statusCode: null });
  });

  test("whose look-up does not end has until the time is over, and says nothing of the target", async () => {
    const probe = createHttpProbe({ lookUp: () => new Promise(() => undefined) });
    const found = await probe(optionsFor("http://name.test/", { timeoutMs: 200 }), { signal });
    expect(found).toMatchObject({
      status: "unknown",
      error: "no complete answer within 0.2 s: it ended at the name look-up",
    });
  });
});

test("a port that nobody listens on is down", async () => {
  expect(await ask("http://127.0.0.1:1/")).toMatchObject({ status: "down", error: "connection refused" });
});

test.each([
  ["nothing", "the URL is no http or https address"],
  ["ftp://127.0.0.1/", "the URL is no http or https address"],
  ["http://user:secret@127.0.0.1/", "the URL has a user name or password, which belong into the credentials"],
])("what cannot be asked, such as %s, is unknown", async (url, error) => {
  expect(await ask(url)).toMatchObject({ status: "unknown", error });
});
