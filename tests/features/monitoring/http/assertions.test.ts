import { describe, expect, test } from "bun:test";
import {
  compareJson,
  parseJsonPath,
  type JsonOperator,
} from "../../../../src/features/monitoring/http/json-value";
import { startHttpServer } from "../../../support/http-server";
import { ask } from "./given";

const DOCUMENT = {
  a: { b: [5, "six"], n: null, t: "1.50", "with blank": true },
  list: ["x", 2],
  length: 3,
};

describe("a JSON path", () => {
  test.each<[path: string, operator: JsonOperator, expected: string, passed: boolean]>([
    ["$.a.b[0]", "equals", "5", true],
    ["$.a.b[0]", "equals", "5.0", true],
    ["$.a.b[0]", "equals", "6", false],
    ["$.a.b[-1]", "equals", "six", true],
    ["$['a']['with blank']", "equals", "true", true],
    ["$.a.t", "equals", "1.5", false],
    ["$.a.n", "equals", "null", true],
    ["$.a.b", "equals", '[5,"six"]', true],
    ["$.a.b[0]", "not_equals", "6", true],
    ["$.a.b[0]", "not_equals", "5", false],
    ["$.none", "not_equals", "5", false],
    ["$.a.b", "contains", "six", true],
    ["$.a.b", "contains", "si", false],
    ["$.a.b[1]", "contains", "si", true],
    ["$.a", "contains", "with blank", true],
    ["$.a", "contains", "toString", false],
    ["$.list", "not_contains", "y", true],
    ["$.list", "not_contains", "2", false],
    ["$.none", "not_contains", "2", false],
    ["$.a.n", "exists", "", true],
    ["$.none.deeper[3]", "exists", "", false],
    ["$.none", "not_exists", "", true],
    ["$.a.n", "not_exists", "", false],
    ["$.length", "gt", "2", true],
    ["$.length", "gt", "3", false],
    ["$.length", "gte", "3", true],
    ["$.a.t", "lt", "1.6", true],
    ["$.length", "lte", "2.9", false],
    ["$.a.b[1]", "lt", "9", false],
    ["$.length", "lt", "many", false],
    ["$.a.n", "lte", "1", false],
    ["$.list.length", "exists", "", false],
    ["$.constructor", "exists", "", false],
    ["$.__proto__.toString", "exists", "", false],
  ])("%s %s %p is %p", (path, operator, expected, passed) => {
    expect(compareJson(DOCUMENT, { path, operator, expected }).passed).toBe(passed);
  });

  test("$ is the whole document", () => {
    expect(compareJson("ok", { path: "$", operator: "equals", expected: "ok" })).toEqual({
      passed: true,
      actual: "ok",
    });
  });

  test.each([
    "",
    "a.b",
    "$.",
    "$.a b",
    "$[",
    "$..a",
    "$.*",
    "$.a[*]",
    "$.a[0:2]",
    "$['a','b']",
    "$[?@.a=='1']",
  ])("%p is none that names one value", (path) => {
    expect(() => parseJsonPath(path)).toThrow(/JSON path/);
  });

  test.each(["$[(alert(1))]", "$.a[(@.length-1)]", "$[?(@.constructor.constructor('x')())]"])(
    "%p runs nothing",
    (path) => {
      expect(() => parseJsonPath(path)).toThrow(/JSON path/);
    },
  );
});

/** Asks a server that gives this answer. */
function askFor(
  body: string | Uint8Array<ArrayBuffer>,
  changes: Parameters<typeof ask>[1],
  type = "text/plain",
) {
  const { url } = startHttpServer({
    answer: () => new Response(body, { headers: { "Content-Type": type, "X-Version": "v1.2" } }),
  });
  return ask(url, changes);
}

describe("an assertion", () => {
  test("is told about, met or not, and the first that is not met is the error", async () => {
    const found = await askFor('{"state":"bad\\u001b[2J"}', {
      acceptedStatusCodes: "200",
      keyword: { text: "state", isInverted: false },
      jsonPath: { path: "$.state", operator: "equals", expected: "good" },
      responseHeaders: [{ name: "x-version", operator: "contains", expected: "v1." }],
      maxBodyBytes: 1000,
      maxResponseMs: 4000,
    });
    expect(found).toMatchObject({
      status: "down",
      error: "JSON $.state: expected equals good, found bad\\u001b[2J",
      statusCode: 200,
    });
    expect(found.latencyMs).toBeGreaterThan(0);
    expect(found.assertions.map(({ name, passed }) => [name, passed])).toEqual([
      ["status", true],
      ["header x-version", true],
      ["keyword", true],
      ["JSON $.state", false],
      ["body size", true],
      ["response time", true],
    ]);
  });

  test.each([
    ["yes", false, "up"],
    ["no", false, "down"],
    ["yes", true, "down"],
    ["no", true, "up"],
  ])("of the keyword %s, inverted: %p, makes it %s", async (text, isInverted, status) => {
    expect((await askFor("oh yes indeed", { keyword: { text, isInverted } })).status).toBe(
      status as "up" | "down",
    );
  });

  test("sees the text in its character set", async () => {
    const keyword = { text: "Größe", isInverted: false };
    const latin = new Uint8Array([0x47, 0x72, 0xf6, 0xdf, 0x65]);
    expect((await askFor(latin, { keyword }, "text/html; charset=ISO-8859-1")).status).toBe("up");
    expect((await askFor(latin, { keyword }, "text/html")).status).toBe("down");
    expect((await askFor("Größe", { keyword }, "text/html; charset=nonsense")).status).toBe("up");
  });

  test.each([
    ["equals", "v1.2", "up"],
    ["equals", "v1", "down"],
    ["contains", "1.2", "up"],
    ["contains", "v2", "down"],
  ] as const)("of a header that %s %s makes it %s", async (operator, expected, status) => {
    const responseHeaders = [{ name: "X-VERSION", operator, expected }];
    expect((await askFor("", { responseHeaders })).status).toBe(status);
    const missing = await askFor("", { responseHeaders: [{ name: "X-None", operator, expected }] });
    expect(missing).toMatchObject({ status: "down", error: expect.stringContaining("no such header") });
  });

  test("of the body's size counts octets", async () => {
    expect((await askFor("ä", { maxBodyBytes: 2 })).status).toBe("up");
    expect(await askFor("äa", { maxBodyBytes: 2 })).toMatchObject({
      status: "down",
      error: "body size: expected at most 2 octets, found more",
    });
  });

  test("of the time counts until the last octet", async () => {
    const { url } = startHttpServer({
      answer: () =>
        new Response(
          new ReadableStream({
            async start(controller) {
              controller.enqueue(new Uint8Array(1));
              await Bun.sleep(150);
              controller.enqueue(new Uint8Array(1));
              controller.close();
            },
          }),
        ),
    });
    const found = await ask(url, { maxResponseMs: 100 });
    expect(found).toMatchObject({ status: "down", error: expect.stringContaining("response time") });
    expect(found.latencyMs).toBeGreaterThanOrEqual(149);
    expect(Number(found.details["first_octet_ms"])).toBeLessThan(found.latencyMs ?? 0);
  });

  test.each([
    ["no JSON", "<html>"],
    ["an empty body", ""],
    ["JSON that is cut", '{"a":'],
  ])("on JSON fails with %s", async (_, body) => {
    const jsonPath = { path: "$", operator: "exists", expected: "" } as const;
    expect(await askFor(body, { jsonPath })).toMatchObject({
      status: "down",
      error: "JSON $: expected exists, found the body is not JSON",
    });
  });

  test.each([
    ["in 512 levels", "[".repeat(512) + "]".repeat(512), "up"],
    ["in 513", "[".repeat(513) + "]".repeat(513), "down"],
    ["without end", "[".repeat(2_000_000), "down"],
    ["in objects of 200,000 levels", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`, "down"],
    ["in texts only", JSON.stringify({ a: `\\"${"[{".repeat(1000)}` }), "up"],
  ])("on JSON that is nested %s", async (_, body, status) => {
    const jsonPath = { path: "$", operator: "exists", expected: "" } as const;
    const error = "JSON $: expected exists, found the body has more than 512 levels";
    expect(await askFor(body, { jsonPath })).toMatchObject({
      status,
      error: status === "up" ? null : error,
    });
  });

  test.each([
    ["JSON", { jsonPath: { path: "$.a", operator: "exists", expected: "" } }],
    ["a keyword", { keyword: { text: "b", isInverted: false } }],
  ] as const)("on %s fails beyond 2 MiB, and not before", async (_, options) => {
    const bodyOf = (octets: number) => JSON.stringify({ a: "b".repeat(octets - '{"a":""}'.length) });
    expect((await askFor(bodyOf(2 ** 21), options)).status).toBe("up");
    expect(await askFor(bodyOf(2 ** 21 + 1), options)).toMatchObject({
      status: "down",
      error: "Response exceeds 2 MiB limit",
    });
  });

  test("on a path that is not valid asks nobody", async () => {
    const { url, received } = startHttpServer();
    const found = await ask(url, { jsonPath: { path: "$..a", operator: "exists", expected: "" } });
    expect(found).toMatchObject({ status: "unknown", error: expect.stringContaining("JSON path") });
    expect(received).toEqual([]);
  });
});
