import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { jsonBody } from "../../../src/platform/http/json-answer";

const app = new Hono();
let rows: unknown = [];
app.get("/", (context) => context.newResponse(jsonBody(context, rows, { mayBeCompressed: true })));
app.get("/secret", (context) => context.newResponse(jsonBody(context, rows, { mayBeCompressed: false })));

async function answerTo(value: unknown, headers: Record<string, string> = {}) {
  rows = value;
  const response = await app.request("/", { headers });
  return { response, octets: Buffer.from(await response.arrayBuffer()) };
}

const many = Array.from({ length: 1001 }, (_, id) => ({ id, name: `device ${id}`, missing: undefined }));

describe("an answer in JSON", () => {
  test.each([0, 1, 250, 251, 500, 1001])("of %i rows is what JSON.stringify makes of them", async (count) => {
    const { response, octets } = await answerTo(many.slice(0, count));
    expect(octets.toString()).toBe(JSON.stringify(many.slice(0, count)));
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(response.headers.get("Content-Encoding")).toBeNull();
  });

  test("of many rows escapes what drives a terminal, as one of few does", async () => {
    const bad = Array.from({ length: 300 }, () => "\u009b31m");
    const { octets } = await answerTo(bad);
    expect(octets.toString()).not.toContain("\u009b");
    expect(JSON.parse(octets.toString())).toEqual(bad);
    expect((await answerTo(bad.slice(0, 2))).octets.toString()).toBe(
      octets.toString().slice(0, 1 + 2 * ('"\\u009b31m"'.length + 1) - 1) + "]",
    );
  });

  test("of many rows is compressed for those who take that, and says that it depends on it", async () => {
    const { response, octets } = await answerTo(many, { "Accept-Encoding": "br, gzip;q=0.8" });
    expect(response.headers.get("Content-Encoding")).toBe("gzip");
    expect(response.headers.get("Vary")).toContain("Accept-Encoding");
    expect(gunzipSync(octets).toString()).toBe(JSON.stringify(many));
  });

  test.each(["identity", "gzip;q=0", "gzip; q=0.000", "x-gzipped", ""])(
    "is not compressed for who accepts %p",
    async (accepted) => {
      const { response } = await answerTo(many, { "Accept-Encoding": accepted });
      expect(response.headers.get("Content-Encoding")).toBeNull();
    },
  );

  /** Of so many characters, quotes and all. */
  const long = (characters: number) => ({ text: "x".repeat(characters - '{"text":""}'.length) });

  test("of 16 KiB and more is compressed, and a shorter one is not", async () => {
    const accepting = { "Accept-Encoding": "gzip" };
    const { response, octets } = await answerTo(long(16_384), accepting);
    expect(response.headers.get("Content-Encoding")).toBe("gzip");
    expect(response.headers.get("Vary")).toBe("Accept-Encoding, Sec-Fetch-Site");
    expect(octets.length).toBeLessThan(200);
    expect(JSON.parse(gunzipSync(octets).toString())).toEqual(long(16_384));
    const shorter = await answerTo(long(16_383), accepting);
    expect(shorter.response.headers.get("Content-Encoding")).toBeNull();
    expect(JSON.parse(shorter.octets.toString())).toEqual(long(16_383));
  });

  test.each([
    ["cross-site", null],
    ["same-site", null],
    ["same-origin", "gzip"],
    ["none", "gzip"],
  ])("that a browser asks for %s is compressed: %p", async (site, coding) => {
    const headers = { "Accept-Encoding": "gzip", "Sec-Fetch-Site": site };
    expect((await answerTo(long(20_000), headers)).response.headers.get("Content-Encoding")).toBe(coding);
    expect((await answerTo(many, headers)).response.headers.get("Content-Encoding")).toBe(coding);
  });

  test("that may hold a secret is not compressed, however long", async () => {
    for (const value of [long(20_000), many]) {
      rows = value;
      const response = await app.request("/secret", { headers: { "Accept-Encoding": "gzip" } });
      expect(response.headers.get("Content-Encoding")).toBeNull();
      expect(await response.text()).toBe(JSON.stringify(value));
    }
  });

  test("of many rows lets others have their turn while it is made", async () => {
    const large = Array.from({ length: 20_000 }, (_, id) => ({ id, text: "x".repeat(500) }));
    let turns = 0;
    let isMade = false;
    const takeTurn = (): void => {
      turns++;
      if (!isMade) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    await answerTo(large);
    isMade = true;
    expect(turns).toBeGreaterThan(10);
  });

  test("whose reader leaves is made no further", async () => {
    let made = 0;
    rows = Array.from({ length: 100_000 }, () => ({ toJSON: () => ++made }));
    const reader = (await app.request("/")).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(made).toBeLessThan(10_000);
  });
});
