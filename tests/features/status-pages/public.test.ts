import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { alertIncidents } from "#tables/alerts";
import { PublishedPages } from "../../../src/features/status-pages/public/published";
import { readPublicPage } from "../../../src/features/status-pages/public/public-page";
import { renderPage } from "../../../src/features/status-pages/public/page-html";
import { statusPages } from "../../../src/features/status-pages/tables";
import { checkResults } from "../../../src/features/monitoring/tables";
import { createStatusPageService } from "./given";
import { patient } from "../../support/patience";

const service = await createStatusPageService();
const { visit, send, givenPage, givenPageOf, givenWatched, givenDay, givenIncident, summaryOf } = service;
const { db } = service.database;
afterAll(service.close);

const titleOf = (svg: string) => /<title>([^<]*)<\/title>/.exec(svg)?.[1];

describe("the state of a page", () => {
  test.each([
    [["up", "up"], "operational", "All services are working"],
    [["up", "down"], "degraded", "1 of 2 services is down"],
    [["up", "down", "unreachable"], "degraded", "2 of 3 services are down"],
    [["down", "unreachable"], "down", "All services are down"],
    [["down"], "down", "The service is down"],
    [["up", "maintenance"], "maintenance", "Maintenance is under way"],
    [["down", "maintenance"], "degraded", "1 of 2 services is down"],
    [["up", "unknown"], "unknown", "Of 1 of 2 services it is not known whether it works"],
    [["up", "paused"], "operational", "All services are working"],
    [["paused"], "not_watched", "Nothing is being watched at the moment"],
    [[], "not_watched", "Nothing is shown here yet"],
  ] as const)("of components that are %p is %s", async (states, state, sentence) => {
    const { page } = await givenPageOf(...states);
    expect(await summaryOf(page)).toMatchObject({ state, sentence, is_current: true });
    expect((await visit(`/status/${page.slug}`)).text).toContain(`<span>${sentence}</span>`);
  });

  test("of what nobody has checked for long is not told, and of the others it is", async () => {
    const stale = await givenWatched({ state: "up", minutes: 10 });
    const fresh = await givenWatched({ state: "up" });
    const page = await givenPage({
      groups: [
        {
          name: "x",
          components: [
            { kind: "monitor", id: stale.monitor, name: "Old" },
            { kind: "monitor", id: fresh.monitor, name: "New" },
          ],
        },
      ],
    });
    const summary = await summaryOf(page);
    expect(summary).toMatchObject({ state: "unknown", is_current: true });
    expect(summary.groups[0]?.components.map(({ state }) => state)).toEqual(["no_data", "operational"]);
  });

  test("is no state once the checks have stopped: nothing stays green", async () => {
    const up = await givenWatched({ state: "up", minutes: 10 });
    await givenIncident(up.target, { hoursAgo: 2 });
    const maintained = await givenWatched({ state: "maintenance", minutes: 10 });
    const page = await givenPage({
      groups: [
        {
          name: "x",
          components: [
            { kind: "monitor", id: up.monitor, name: "Shop" },
            { kind: "monitor", id: maintained.monitor, name: "Mail" },
          ],
        },
      ],
    });
    const summary = await summaryOf(page);
    expect(summary).toMatchObject({
      state: "no_data",
      is_current: false,
      sentence: "It is not known at the moment whether the services work",
    });
    expect(summary.groups[0]?.components.map(({ state }) => state)).toEqual(["no_data", "no_data"]);
    const { text } = await visit(`/status/${page.slug}`);
    expect(text).toContain('<body class="stale">');
    expect(text).toContain("The checks behind this page have stopped");
    expect(text).not.toContain("Working");
    expect(text).not.toContain("has been in trouble");
    expect(text).toContain("on when it was seen last");
    expect(titleOf((await visit(`/status/${page.slug}/badge.svg`)).text)).toBe("Example Co.: no data");
  });
});

test("uptime is of the watched time of 90 days, and never rounded up to all of it", async () => {
  const { page, targets } = await givenPageOf("up", "up");
  const [first = 0] = targets;
  await givenDay(first, { daysAgo: 91, up: 0, down: 24 });
  await givenDay(first, { daysAgo: 89, up: 24 });
  await givenDay(first, { daysAgo: 2, up: 12, down: 12 });
  const now = Date.now();
  await db.insert(checkResults).values(
    [2, 1].map((minutes) => ({
      targetId: first,
      at: new Date(now - minutes * 60_000),
      rawStatus: "up",
      state: "up",
    })),
  );
  const [shop, mail] = (await summaryOf(page)).groups[0]?.components ?? [];
  expect(shop?.uptime_percent).toBeWithin(74.9, 76);
  expect(shop?.watched_days).toBe(3);
  expect(mail).toMatchObject({ uptime_percent: null, watched_days: 0 });
  const { text } = await visit(`/status/${page.slug}`);
  expect(text).toContain("50.00 %, down for 12 h");
  expect(text).toContain("not watched yet");
});

test("running incidents, those of 14 days and maintenance are told in words, by public names", async () => {
  const { page, targets } = await givenPageOf("down", "up");
  const [first = 0, second = 0] = targets;
  await givenIncident(first, { hoursAgo: 3 });
  await givenIncident(second, { hoursAgo: 30, hours: 2 });
  await givenIncident(second, { hoursAgo: 24 * 16, hours: 2 });
  const monitor = page.groups[0]?.components[1]?.id;
  await send("POST /api/v1/maintenance", {
    title: "INTERNAL-title",
    description: "We replace the <switch>",
    scope: { monitor_ids: [monitor] },
    schedule: {
      kind: "once",
      starts_at: new Date(Date.now() + 3_600_000).toISOString(),
      duration_minutes: 60,
    },
  });
  const summary = await summaryOf(page);
  const keys = page.groups[0]?.components.map(({ key }) => key) ?? [];
  expect(summary.incidents.map(({ key, ended_at: ended }) => [key, ended === null])).toEqual([
    [keys[0] ?? "", true],
    [keys[1] ?? "", false],
  ]);
  expect(summary.maintenance).toMatchObject([{ description: "We replace the <switch>", keys: [keys[1]] }]);
  const { text } = await visit(`/status/${page.slug}`);
  expect(text).toMatch(/Service 1<\/span> has been in trouble since <time[^>]*>[^<]+<\/time>, for 3 h\./);
  expect(text).toMatch(/Service 2<\/span> was in trouble from .* for 2 h\./);
  expect(text).toContain("We replace the &lt;switch&gt;");
});

test("that somebody sees to an incident is said while it lasts, without who, and of nothing else", async () => {
  const { page, targets } = await givenPageOf("down", "down");
  const [first = 0, second = 0] = targets;
  for (const target of targets) await givenIncident(target, { hoursAgo: 1 });
  const opened = { severity: "critical", title: "INTERNAL-title of 10.9.8.7", openedAt: new Date() };
  await service.database.db.insert(alertIncidents).values([
    { ...opened, subject: `target:${first}`, acknowledgedAt: new Date(), acknowledgedBy: "INTERNAL-user" },
    { ...opened, subject: `target:${second}` },
  ]);
  const told = async () =>
    new Map((await summaryOf(page)).incidents.map(({ key, is_acknowledged: is }) => [key, is]));
  const [one = "", other = ""] = page.groups[0]?.components.map(({ key }) => key) ?? [];
  expect(await told()).toEqual(
    new Map([
      [one, true],
      [other, false],
    ]),
  );
  const { text } = await visit(`/status/${page.slug}`);
  expect(text.match(/It is being looked at\./g)).toHaveLength(1);
  expect(text).not.toContain("INTERNAL");
});

test("maintenance of something else, and what begins later than in a week, is not announced", async () => {
  const { page } = await givenPageOf("up");
  const other = await givenWatched({ state: "up" });
  const monitor = page.groups[0]?.components[0]?.id;
  const plan = (id: number | undefined, days: number) =>
    send("POST /api/v1/maintenance", {
      title: "x",
      scope: { monitor_ids: [id] },
      schedule: {
        kind: "once",
        starts_at: new Date(Date.now() + days * 86_400_000).toISOString(),
        duration_minutes: 60,
      },
    });
  await plan(other.monitor, 1);
  await plan(monitor, 8);
  expect((await summaryOf(page)).maintenance).toEqual([]);
});

test("nothing of what is inside gets out: no name, address, error, id or user", async () => {
  const { target, monitor } = await givenWatched({ state: "down" });
  await givenIncident(target, { hoursAgo: 1 });
  const device = await service.givenDevice({
    displayName: "INTERNAL-device",
    hostname: "internal-host",
    ipAddress: "10.9.8.7",
    notes: "INTERNAL-notes",
  });
  const check = await service.givenCheck({ device_id: device, label: "INTERNAL-label", port: 8443 });
  await service.givenTarget({ kind: "device", deviceId: device, state: "up", checkedAt: new Date() });
  await service.givenTarget({
    kind: "service",
    deviceId: device,
    serviceCheckId: check.id,
    state: "down",
    checkedAt: new Date(),
    result: { error: "INTERNAL-error", latencyMs: null },
  });
  const { slug } = await givenPage({
    groups: [
      {
        name: "Public group",
        components: [
          { kind: "monitor", id: monitor, name: "Public monitor" },
          { kind: "device", id: device, name: "Public device" },
          { kind: "service_check", id: check.id, name: "Public check" },
        ],
      },
    ],
  });
  const window = await send("POST /api/v1/maintenance", {
    title: "INTERNAL-title",
    scope: { everything: true },
    schedule: { kind: "once", duration_minutes: 60 },
  });
  const summary = await summaryOf({ slug });
  const badges = await Promise.all(
    ["", ...(summary.groups[0]?.components ?? []).map(({ key }) => `?component=${key}`)].map(
      async (query) => (await visit(`/status/${slug}/badge.svg${query}`)).text,
    ),
  );
  const all = [(await visit(`/status/${slug}`)).text, JSON.stringify(summary), ...badges];
  expect(all.every((text) => text.includes("Public") || text.includes("Example Co."))).toBe(true);
  for (const text of all) {
    expect(text).not.toMatch(/internal/i);
    expect(text).not.toContain("10.9.8.7");
    expect(text).not.toContain("8443");
  }
  expect(JSON.stringify(summary)).not.toMatch(/"(?:id|kind|error|monitor_id|device_id|url|created_by)"/);
  expect(summary.maintenance).toHaveLength(1);
  await send(`DELETE /api/v1/maintenance/${z.object({ id: z.int() }).parse(window.body).id}`);
});

test("every text is text", async () => {
  const hostile = `</title><script>alert(1)</script>"'&`;
  const { monitor } = await givenWatched({ state: "down" });
  const { slug } = await givenPage({
    title: hostile,
    description: hostile,
    groups: [{ name: hostile, components: [{ kind: "monitor", id: monitor, name: hostile }] }],
  });
  const { text } = await visit(`/status/${slug}`);
  expect(text).not.toContain("<script");
  expect(text).toContain("<h1>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;</h1>");
  expect((await visit(`/status/${slug}/badge.svg`)).text).not.toContain("<script");
});

describe("as an answer", () => {
  test("a page runs nothing, fetches nothing, is framed nowhere, and sets no cookie", async () => {
    const { page } = await givenPageOf("up");
    const { headers, text } = await visit(`/status/${page.slug}`);
    expect(headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cache-Control")).toBe("public, max-age=15");
    expect(headers.get("Set-Cookie")).toBeNull();
    expect(text).not.toMatch(/<script| style=| on\w+=|href="http|src=/);
    const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? "";
    const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
    expect(headers.get("Content-Security-Policy")).toContain(`'sha256-${hash}'`);
  });

  test("it loads itself again for who asks for that, and tells the others when it has been open for long", async () => {
    const { page } = await givenPageOf("up");
    const { headers, text } = await visit(`/status/${page.slug}`);
    expect(headers.get("Refresh")).toBeNull();
    expect(text).toContain('class="aged"');
    expect((await visit(`/status/${page.slug}?refresh=60`)).headers.get("Refresh")).toBe("60");
    expect((await visit(`/status/${page.slug}?refresh=1`)).status).toBe(422);
  });

  test("it is compressed for who takes that", async () => {
    const { page } = await givenPageOf("up");
    const path = `/status/${page.slug}`;
    const plain = await visit(path);
    const { app } = service;
    const request = new Request(`http://localhost${path}`, { headers: { "Accept-Encoding": "br, gzip" } });
    const packed = await app.fetch(request, { peer: "192.0.2.9" });
    expect(packed.headers.get("Content-Encoding")).toBe("gzip");
    expect(packed.headers.get("Vary")).toContain("Accept-Encoding");
    expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(plain.text);
    expect(plain.headers.get("Content-Encoding")).toBeNull();
  });

  test("a badge is of the page or of a component by its key, and takes no words of the caller's", async () => {
    const { page, targets } = await givenPageOf("up", "down");
    await givenDay(targets[1] ?? 0, { daysAgo: 1, up: 18, down: 6 });
    const key = page.groups[0]?.components[1]?.key ?? "";
    const badge = async (query: string) =>
      titleOf((await visit(`/status/${page.slug}/badge.svg${query}`)).text);
    expect(await badge("")).toBe("Example Co.: partly down");
    expect(await badge(`?component=${key}&label=hacked`)).toBe("Service 2: down");
    expect(await badge(`?component=${key}&metric=uptime`)).toBe("Service 2: 75.00 % 90 days");
    expect(await badge("?metric=uptime")).toBe("Example Co.: 75.00 % 90 days");
    expect((await visit(`/status/${page.slug}/badge.svg?component=other`)).status).toBe(404);
    const { headers } = await visit(`/status/${page.slug}/badge.svg`);
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    const tag = headers.get("ETag") ?? "";
    expect((await visit(`/status/${page.slug}/badge.svg`, { "If-None-Match": tag })).status).toBe(304);
  });
});

/** Counts the statements that are begun. */
function counting() {
  const counts = { statements: 0 };
  const counted = new Proxy(db, {
    get(target, name, receiver) {
      if (name === "select" || name === "execute") counts.statements += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  return { counts, counted };
}

test("a flood of visitors costs what one costs, on pages that are there and that are not", async () => {
  const { page } = await givenPageOf("up", "down");
  const { counts, counted } = counting();
  const published = new PublishedPages({ db: counted, lookMs: 60_000 });
  await published.find(page.slug);
  const once = counts.statements;
  expect(once).toBeLessThan(15);
  const found = await Promise.all(Array.from({ length: 2000 }, () => published.find(page.slug)));
  expect(new Set(found.map((one) => one?.html)).size).toBe(1);
  for (let index = 0; index < 2000; index++) expect(await published.find(`no-page-${index}`)).toBeUndefined();
  expect(counts.statements).toBe(once);
});

test("what one process has written is seen by another at its next look", async () => {
  const { page } = await givenPageOf("up");
  const elsewhere = new PublishedPages({ db, lookMs: 0 });
  expect(await elsewhere.find(page.slug)).toBeDefined();
  await db
    .update(statusPages)
    .set({ isPublished: false, updatedAt: new Date() })
    .where(eq(statusPages.id, page.id));
  expect(await elsewhere.find(page.slug)).toBeUndefined();
});

test("the first visitors of a moment wait for one reading together", async () => {
  const { page } = await givenPageOf("up");
  const { counts, counted } = counting();
  const published = new PublishedPages({ db: counted });
  await Promise.all(Array.from({ length: 100 }, () => published.find(page.slug)));
  const together = counts.statements;
  const alone = counting();
  await new PublishedPages({ db: alone.counted }).find(page.slug);
  expect(together).toBe(alone.counts.statements);
});

test("while the database is away the page stands there without a state, and comes back with it", async () => {
  const { page } = await givenPageOf("up");
  let isAway = false;
  const failing = new Proxy(db, {
    get(target, name, receiver) {
      if (isAway && (name === "select" || name === "execute"))
        throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      return Reflect.get(target, name, receiver);
    },
  });
  const published = new PublishedPages({ db: failing, keptMs: 0 });
  expect((await published.find(page.slug))?.page.state).toBe("operational");
  isAway = true;
  const away = await published.find(page.slug);
  expect(away?.page).toMatchObject({ state: "no_data", isCurrent: false });
  expect(away?.html).toContain("The checks behind this page have stopped");
  expect(await published.find("no-page")).toBeUndefined();
  isAway = false;
  expect((await published.find(page.slug))?.page.state).toBe("operational");
  isAway = true;
  expect(new PublishedPages({ db: failing }).find(page.slug)).rejects.toThrow();
});

test("a page of 200 components and 90 days is read and drawn within a second", async () => {
  const ids: number[] = [];
  for (let index = 0; index < 200; index++) {
    const { monitor, target } = await givenWatched({ state: "up" });
    ids.push(monitor);
    if (index === 0)
      for (let day = 0; day < 90; day++) await givenDay(target, { daysAgo: day, up: 23, down: day % 3 });
  }
  await db.execute(`INSERT INTO check_rollups (target_id, starts_at, up_ms, down_ms, unknown_ms, unreachable_ms, maintenance_ms, paused_ms,
      checks, up, down, healthy, latency_count, latency_sum_ms)
    SELECT t.id, day.starts_at, up_ms, down_ms, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0 FROM check_targets t
    CROSS JOIN (SELECT DISTINCT ON (starts_at) starts_at, up_ms, down_ms FROM check_rollups ORDER BY starts_at) day
    WHERE t.kind = 'monitor' ON CONFLICT DO NOTHING`);
  const { slug } = await givenPage({
    groups: [
      {
        name: "All",
        components: ids.map((id, index) => ({ kind: "monitor", id, name: `Service ${index}` })),
      },
    ],
  });
  const [row] = await db.select().from(statusPages).where(eq(statusPages.slug, slug));
  if (row === undefined) throw new Error("no page");
  const started = performance.now();
  const html = renderPage(await readPublicPage({ db, now: new Date() }, row));
  expect(performance.now() - started).toBeLessThan(patient(1000));
  expect(html.match(/<svg class="bars"/g)).toHaveLength(200);
});
