import { afterAll, describe, expect, test } from "bun:test";
import { createTestService } from "../../support/app";

/** `Prefer: handling=strict` (RFC 7240 section 4.4). */
const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const SITES = "/api/v1/topology/sites";
const strict = { Prefer: "handling=strict" };
const list = (query: string, headers = {}) => service.call(`GET ${SITES}?${query}`, { token, headers });
const extra = (name: string) => ({
  status: 422,
  body: { detail: [{ loc: ["query", name], type: "extra_forbidden" }] },
});

describe("a query parameter that the operation does not know", () => {
  test("is ignored, as first clients count on", async () => {
    expect((await list("prefix=10.0.0.0/8")).status).toBe(200);
    expect((await list("prefix=10.0.0.0/8", { Prefer: "handling=lenient" })).status).toBe(200);
  });

  test.each([
    "handling=strict",
    "Handling = Strict",
    'respond-async, handling="strict"; x=1',
    "handling=strict, handling=lenient",
    'note="a, \\"b; c", handling=strict; why="d, e"',
  ])("is refused with `Prefer: %s`", async (preference) => {
    expect(await list("prefix=10.0.0.0/8", { Prefer: preference })).toMatchObject(extra("prefix"));
  });

  test.each([
    "handling=lenient, handling=strict",
    'note="a, handling=strict',
    "handling=strictly",
    "handling",
  ])("is ignored with `Prefer: %s`", async (preference) => {
    expect((await list("prefix=10.0.0.0/8", { Prefer: preference })).status).toBe(200);
  });

  test("is refused by the second of two headers as by the first", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { port = 0 } = service.listen();
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: { data: (_socket, octets) => resolve(octets.toString()) },
    });
    const lines = ["Host: x", `Authorization: Bearer ${token}`, "Prefer: wait=9", "Prefer: handling=strict"];
    socket.write(`GET ${SITES}?prefix=1 HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    expect(await promise).toStartWith("HTTP/1.1 422 ");
    socket.end();
  });

  test("is refused by whatever name, those that every object has in JavaScript too", async () => {
    expect(await list("constructor=1", strict)).toMatchObject(extra("constructor"));
  });

  test("is refused of an operation that knows none, and of a write, which is not carried out", async () => {
    expect(
      await service.call("GET /api/v1/dashboard/summary?site=1", { token, headers: strict }),
    ).toMatchObject(extra("site"));
    const body = { name: "not made" };
    expect(await service.call(`POST ${SITES}?dryrun=true`, { token, headers: strict, body })).toMatchObject(
      extra("dryrun"),
    );
    expect((await list("name=not made")).body).toEqual([]);
  });

  test("is refused by whatever name, also one that every object has", async () => {
    expect(await list("constructor=1", strict)).toMatchObject(extra("constructor"));
  });

  test("is no matter to somebody who may not ask at all", async () => {
    expect((await service.call(`GET ${SITES}?prefix=1`, { headers: strict })).status).toBe(401);
  });
});

test("strictly, what the operation knows is taken, and refused where it comes twice", async () => {
  expect((await list("limit=1&search=x", strict)).status).toBe(200);
  expect(
    (
      await service.call(`POST ${SITES}?dry_run=true&mode=upsert`, {
        token,
        headers: strict,
        body: { name: "x" },
      })
    ).status,
  ).toBe(200);
  expect(await list("search=a&search=b", strict)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["query", "search"], type: "value_error" }] },
  });
  expect((await list("search=a&search=b")).status).toBe(200);
});
