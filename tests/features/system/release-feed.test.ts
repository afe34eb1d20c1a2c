import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { startReleaseFeed, type ReleaseFeed } from "#features/system";
import pino from "pino";
import { createTestService } from "../../support/app";
import { waitFor } from "../../support/wait-for";

const log = pino({ level: "silent" });

type Handler = (request: Request) => Response | Promise<Response>;

let handler: Handler = () => new Response("[]");
const asked: Request[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    asked.push(request);
    return handler(request);
  },
});
const address = `http://127.0.0.1:${server.port}/releases`;
let feed: ReleaseFeed | undefined;

afterEach(async () => {
  await feed?.close();
  feed = undefined;
  asked.length = 0;
});
afterAll(() => server.stop(true));

const RELEASES = [
  { tag_name: "v9.1.0", html_url: "https://releases.example/9.1.0" },
  { tag_name: "v9.0.0", html_url: "https://releases.example/9.0.0" },
];

/** A feed that asks whatever `answer` gives, often enough to see it twice. */
function givenFeed(answer: Handler, timings: { timeoutMs?: number; everyMs?: number } = {}): ReleaseFeed {
  handler = answer;
  feed = startReleaseFeed({ url: address, log, everyMs: 50, retryMs: 50, ...timings });
  return feed;
}

const firstError = (of: ReleaseFeed) => waitFor("an error", () => of.known().error);

test("the newest release is told by `/system/version`, with the pages of it and of the installed one", async () => {
  const known = givenFeed(() => Response.json(RELEASES));
  await waitFor("releases", () => known.known().releases.length > 0);
  const service = await createTestService({ releaseFeed: known, settings: { APP_VERSION: "v9.0.0" } });
  expect((await service.call("GET /api/v1/system/version")).body).toMatchObject({
    current: "9.0.0",
    latest: "9.1.0",
    up_to_date: false,
    release_url: "https://releases.example/9.1.0",
    current_release_url: "https://releases.example/9.0.0",
    checked_at: expect.stringMatching(/^20.*Z$/),
    check_error: null,
  });
  const newer = await createTestService({
    database: service.database,
    releaseFeed: known,
    settings: { APP_VERSION: "9.10.0" },
  });
  expect((await newer.call("GET /api/v1/system/version")).body).toMatchObject({
    latest: "9.1.0",
    up_to_date: true,
  });
  await newer.close();
  await service.close();
});

test("without RELEASE_FEED_URL nothing is asked", async () => {
  const none = startReleaseFeed({ url: undefined, log, everyMs: 1 });
  await Bun.sleep(30);
  expect(none.known()).toEqual({ releases: [], checkedAt: null, error: null });
  expect(asked).toEqual([]);
  await none.close();
});

test("it asks again, with the tag of the last answer, and says nothing of this installation", async () => {
  const known = givenFeed(({ headers }) =>
    headers.get("If-None-Match") === '"a"'
      ? new Response(null, { status: 304 })
      : Response.json(RELEASES, { headers: { ETag: '"a"' } }),
  );
  await waitFor("three questions", () => asked.length >= 3);
  expect(asked[0]?.headers.get("If-None-Match")).toBeNull();
  expect(asked[2]?.headers.get("If-None-Match")).toBe('"a"');
  expect(asked[0]?.headers.get("User-Agent")).toBe("Netatlas");
  expect(known.known()).toMatchObject({
    releases: [{ version: "9.1.0" }, { version: "9.0.0" }],
    error: null,
  });
});

describe("a look-up fails", () => {
  test("where there is no answer in time, however it drips", async () => {
    const drip = () =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            await Bun.sleep(20);
            controller.enqueue(new TextEncoder().encode(" "));
          },
        }),
      );
    expect(await firstError(givenFeed(drip, { timeoutMs: 200 }))).toBe("no answer in 0.2 s");
  });

  test("where the answer is too long, packed small or not", async () => {
    const long = Bun.gzipSync(Buffer.from(`[${" ".repeat(2 * 1024 * 1024)}]`));
    expect(long.byteLength).toBeLessThan(10_000);
    const answer = () => new Response(long, { headers: { "Content-Encoding": "gzip" } });
    expect(await firstError(givenFeed(answer))).toBe("the answer is longer than 1 MiB");
  });

  test("where it leads elsewhere, which is not followed", async () => {
    const answer: Handler = ({ url }) =>
      url.endsWith("/elsewhere") ? Response.json(RELEASES) : Response.redirect(`${address}/elsewhere`, 302);
    expect(await firstError(givenFeed(answer))).toContain("redirects are not followed");
    expect(asked.filter(({ url }) => url.endsWith("/elsewhere"))).toEqual([]);
  });

  test.each([
    [404, "", "the feed answered 404"],
    [500, "", "the feed answered 500"],
    [304, "", "the feed answered 304"],
    [200, "<html>", "the answer is not JSON"],
  ])("with %p and %p", async (status, text, error) => {
    const answer = () => new Response(status === 304 ? null : text, { status });
    expect(await firstError(givenFeed(answer))).toStartWith(error);
  });

  test("where nobody listens, without telling the address", async () => {
    const gone = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const url = `http://127.0.0.1:${gone.port}/inner`;
    await gone.stop(true);
    feed = startReleaseFeed({ url, log });
    const error = await firstError(feed);
    expect(error).toContain("cannot be reached");
    expect(error).not.toContain("127.0.0.1");
  });

  test("and what was known stays known, until the next answer mends it", async () => {
    let isDown = false;
    const known = givenFeed(() => (isDown ? new Response("", { status: 503 }) : Response.json(RELEASES)));
    await waitFor("releases", () => known.known().releases.length === 2);
    isDown = true;
    expect(await firstError(known)).toBe("the feed answered 503");
    expect(known.known().releases).toHaveLength(2);
    isDown = false;
    await waitFor("an answer", () => known.known().error === null);
  });
});

test("closing it ends a look-up that is under way", async () => {
  const known = givenFeed(() => new Promise<Response>(() => undefined), { timeoutMs: 60_000 });
  await waitFor("the question", () => asked.length > 0);
  await known.close();
  expect(known.known().checkedAt).toBeNull();
});
