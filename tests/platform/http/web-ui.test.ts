import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WebUi } from "#platform/http/web-ui";
import { createTestService } from "../../support/app";

const folder = mkdtempSync(join(tmpdir(), "netatlas-web-ui-"));
const SCRIPT = "export const answer = 42;\n".repeat(20);
writeFileSync(join(folder, "main-1.js"), SCRIPT);
writeFileSync(join(folder, "main-1.js.gz"), Bun.gzipSync(SCRIPT));
writeFileSync(join(folder, "icon-1.svg"), "<svg/>");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const assets = new Map([
  [
    "main-1.js",
    { file: join(folder, "main-1.js"), gzipFile: join(folder, "main-1.js.gz"), type: "text/javascript" },
  ],
  ["icon-1.svg", { file: join(folder, "icon-1.svg"), type: "image/svg+xml" }],
]);
let isWhole = true;
const READY: WebUi = {
  state: () => ({
    name: "ready",
    build: {
      renderPage: (nonce) => `<html data-nonce="${nonce}">the page</html>`,
      inlineScript: "'sha256-abc'",
      findAsset: (name) => assets.get(name),
      isWhole: () => isWhole,
    },
  }),
};

const service = await createTestService({ webUi: READY });
const HTML = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const get = (
  path: string,
  { headers, ...init }: { method?: string; headers?: Record<string, string> } = {},
) => service.app.request(path, { ...init, headers: { ...HTML, ...headers } }, { peer: "192.0.2.7" });

describe("the page", () => {
  test.each(["/", "/inventory", "/topology/devices/7", "/ipam?prefix=10.0.0.0/8", "/documents"])(
    "is at %s",
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("the page");
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    },
  );

  test("is at / alone for callers that do not ask for HTML, as scripts with a wrong path", async () => {
    const answers = [
      await service.call("GET /"),
      await service.call("GET /inventory", { headers: { Accept: "*/*" } }),
      await service.call("GET /v1/devices"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);
    expect(answers[2]?.body).toEqual({ detail: "Not Found" });
  });

  test("has a nonce of its own in each answer, and no policy lets inline code run", async () => {
    const answers = [await get("/"), await get("/")];
    const policies = answers.map(({ headers }) => headers.get("Content-Security-Policy") ?? "");
    const nonces = policies.map((policy) => /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? "");
    expect(new Set(nonces).size).toBe(2);
    expect(await answers[0]?.text()).toContain(`data-nonce="${nonces[0]}"`);
    for (const policy of policies) {
      expect(policy).toContain("script-src 'self' 'sha256-abc';");
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
    }
  });

  test("HEAD has the headers and no body", async () => {
    const answer = await get("/inventory", { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(await answer.text()).toBe("");
  });

  test.each([
    "/api/nothing",
    "//api/nothing",
    "/API/nothing",
    "/api/v1/nothing",
    "/favicon.ico",
    "/.env",
    "/robots.txt",
    "/metrics/x",
    "/assets",
    "/assets/a/b",
  ])("is not at %s: 404", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ detail: "Not Found" });
  });

  test("nothing but GET and HEAD leads to it", async () => {
    expect((await get("/inventory", { method: "POST" })).status).toBe(404);
  });
});

describe("assets", () => {
  test("are kept for ever, and say that they depend on the encoding", async () => {
    const { status, headers } = await get("/assets/main-1.js");
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("Content-Type")).toBe("text/javascript");
    expect(headers.get("Vary")).toContain("Accept-Encoding");
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });

  test("come compressed to who takes that", async () => {
    const compressed = await get("/assets/main-1.js", { headers: { "Accept-Encoding": "br, gzip;q=0.8" } });
    expect(compressed.headers.get("Content-Encoding")).toBe("gzip");
    expect(new TextDecoder().decode(Bun.gunzipSync(await compressed.arrayBuffer()))).toBe(SCRIPT);
    const plain = await get("/assets/main-1.js");
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(await plain.text()).toBe(SCRIPT);
  });

  test("one without a compressed twin comes as it is", async () => {
    const { headers } = await get("/assets/icon-1.svg", { headers: { "Accept-Encoding": "gzip" } });
    expect(headers.get("Content-Encoding")).toBeNull();
  });

  test.each(["/assets/gone.js", "/assets/main-1.js.gz", "/assets/..%2f..%2fpackage.json"])(
    "%s is a 404, not the page",
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ detail: "Not Found" });
    },
  );

  test("one whose file was removed since is a 404 that nobody keeps, and a lost compressed twin is not missed", async () => {
    const [whole, twin] = [join(folder, "late-1.js"), join(folder, "late-1.js.gz")];
    assets.set("late-1.js", { file: whole, gzipFile: twin, type: "text/javascript" });
    writeFileSync(whole, SCRIPT);
    const headers = { "Accept-Encoding": "gzip" };
    const plain = await get("/assets/late-1.js", { headers });
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(await plain.text()).toBe(SCRIPT);
    rmSync(whole);
    const gone = await get("/assets/late-1.js", { headers });
    expect(gone.status).toBe(404);
    expect(gone.headers.get("Cache-Control")).toBe("no-store");
    expect(await gone.json()).toEqual({ detail: "Not Found" });
  });

  test("without those that the page begins with the page says what to do, and is no blank one", async () => {
    isWhole = false;
    const answer = await get("/inventory");
    isWhole = true;
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("Start it again, and they are made anew");
  });

  test("another method is a 405 with Allow", async () => {
    const answer = await get("/assets/main-1.js", { method: "DELETE" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
  });
});

test("over a connection HEAD tells the length that GET has", async () => {
  const server = service.listen();
  for (const path of ["/inventory", "/assets/main-1.js", "/assets/icon-1.svg"]) {
    const [head, whole] = await Promise.all(
      ["HEAD", "GET"].map((method) =>
        fetch(new URL(path, server.url), { method, headers: { ...HTML, "Accept-Encoding": "identity" } }),
      ),
    );
    expect(head?.headers.get("Content-Length")).toBe(String((await whole?.bytes())?.length));
  }
  await server.stop(true);
});

test.each([
  ["building", "being built", true],
  ["failed", "could not be built", false],
] as const)("while the UI is %s a page says so, and the API answers", async (name, text, reloads) => {
  const other = await createTestService({ webUi: { state: () => ({ name }) } });
  const answer = await other.call("GET /inventory", { headers: HTML });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Retry-After")).toBe("1");
  expect(answer.text).toContain(text);
  expect(answer.text.includes('http-equiv="refresh"')).toBe(reloads);
  expect((await other.call("GET /assets/main-1.js")).status).toBe(404);
  expect((await other.call("GET /api/health")).status).toBe(200);
});
