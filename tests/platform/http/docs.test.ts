import { afterAll, describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { createTestService } from "../../support/app";

const service = await createTestService();
afterAll(service.close);

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  service.app.request(path, { headers, method }, { peer: "192.0.2.9" });
const octetsOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

const FILES = ["/api/openapi.json", "/api/docs/swagger-ui-bundle.js", "/api/docs/swagger-ui.css"];

describe.each(FILES)("%s", (path) => {
  test("is compressed for who takes that, to a third at most, with the same content", async () => {
    const plain = await get(path, { "Accept-Encoding": "identity" });
    const packed = await get(path, { "Accept-Encoding": "gzip, br" });
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(packed.headers.get("Content-Encoding")).toBe("gzip");
    for (const { headers } of [plain, packed]) expect(headers.get("Vary")).toContain("Accept-Encoding");
    expect(packed.headers.get("Content-Type")).toBe(plain.headers.get("Content-Type"));
    const [whole, small] = [await octetsOf(plain), await octetsOf(packed)];
    expect(small.length).toBeLessThan(whole.length / 3);
    expect(gunzipSync(small).equals(whole)).toBe(true);
  });

  test("is a 304 for who has it, in whatever form, and its forms have tags of their own", async () => {
    const tagOf = async (coding: string) =>
      (await get(path, { "Accept-Encoding": coding })).headers.get("ETag") ?? "missing";
    const [plain, packed] = [await tagOf("identity"), await tagOf("gzip")];
    expect(plain).not.toBe(packed);
    for (const known of [plain, packed, `"other", W/${packed}`, "*"]) {
      const again = await get(path, { "Accept-Encoding": "gzip", "If-None-Match": known });
      expect(again.status).toBe(304);
      expect(again.headers.get("ETag")).toBe(packed);
      expect(again.headers.get("Cache-Control")).toBe("no-cache");
      expect(await again.text()).toBe("");
    }
    expect((await get(path, { "If-None-Match": '"other"' })).status).toBe(200);
  });
});

test("a picture that compression makes no smaller is sent as it is", async () => {
  const picture = await get("/api/docs/favicon-32x32.png", { "Accept-Encoding": "gzip" });
  expect(picture.status).toBe(200);
  expect(picture.headers.get("Content-Encoding")).toBeNull();
  expect(picture.headers.get("Content-Type")).toBe("image/png");
});

test("HEAD of the document tells the same and has no content", async () => {
  const head = await get("/api/openapi.json", {}, "HEAD");
  expect(head.status).toBe(200);
  expect(head.headers.get("ETag")).toBe((await get("/api/openapi.json")).headers.get("ETag"));
  expect(await head.text()).toBe("");
});

describe("an answer of the API of 16 KiB and more", () => {
  type Sent = { body?: object; headers?: Record<string, string> };

  async function asker() {
    const token = await service.tokenOf(await service.givenAdmin());
    return async (what: string, { body, headers }: Sent = {}) => {
      const [method = "", path = ""] = what.split(" ");
      const given = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers };
      const sent = { method, headers: given, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const answer = await service.app.request(`/api/v1${path}`, sent, { peer: "192.0.2.9" });
      const coding = answer.headers.get("Content-Encoding");
      const octets = await octetsOf(answer);
      const text = (coding === null ? octets : gunzipSync(octets)).toString();
      return { status: answer.status, coding, tag: answer.headers.get("ETag") ?? "missing", text };
    };
  }

  const gzip = { "Accept-Encoding": "gzip" };
  const ports = Array.from({ length: 200 }, (_, index) => ({ name: `a port of a long name, ${index}` }));

  test("is compressed where something is read, and not where something is written", async () => {
    const ask = await asker();
    const body = { display_name: "a switch", interfaces: ports };
    const made = await ask("POST /topology/devices", { body, headers: gzip });
    const { id } = z.looseObject({ id: z.int() }).parse(JSON.parse(made.text));
    expect(made).toMatchObject({ status: 201, coding: null });
    const plain = await ask(`GET /topology/devices/${id}`);
    const packed = await ask(`GET /topology/devices/${id}`, { headers: gzip });
    expect(packed.coding).toBe("gzip");
    expect(packed.text.length).toBeGreaterThan(16_384);
    expect(packed.text).toBe(plain.text);
  });

  test("has another entity tag where it is compressed, and reads and writes take either", async () => {
    const ask = await asker();
    const made = await ask("POST /topology/devices", { body: { display_name: "b", interfaces: ports } });
    const path = `/topology/devices/${z.looseObject({ id: z.int() }).parse(JSON.parse(made.text)).id}`;
    const { tag } = await ask(`GET ${path}`);
    const { tag: packedTag } = await ask(`GET ${path}`, { headers: gzip });
    expect(packedTag).not.toBe(tag);
    for (const known of [tag, packedTag])
      for (const coding of [{}, gzip])
        expect((await ask(`GET ${path}`, { headers: { ...coding, "If-None-Match": known } })).status).toBe(
          304,
        );
    const again = (known: string, headers = {}) =>
      ask(`GET ${path}`, { headers: { ...headers, "If-None-Match": known } });
    expect((await again(packedTag, gzip)).tag).toBe(packedTag);
    expect((await again(packedTag)).tag).toBe(tag);
    expect((await again(tag)).tag).toBe(tag);
    const change = (ifMatch: string, notes: string) =>
      ask(`PATCH ${path}`, { body: { notes }, headers: { "If-Match": ifMatch } });
    expect((await change(packedTag, "changed")).status).toBe(200);
    expect((await change(packedTag, "again")).status).toBe(412);
  });

  test("of a whole object, too: its tag has one part", async () => {
    const ask = await asker();
    await ask("POST /topology/devices", { body: { display_name: "c", interfaces: ports } });
    const { tag } = await ask("GET /topology/graph");
    const packed = await ask("GET /topology/graph", { headers: gzip });
    expect(packed).toMatchObject({ coding: "gzip", tag: tag.replace(/"$/, '.-gzip"') });
    expect((await ask("GET /topology/graph", { headers: { "If-None-Match": packed.tag } })).status).toBe(304);
  });
});
