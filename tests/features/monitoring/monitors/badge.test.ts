import { afterAll, describe, expect, test } from "bun:test";
import type { TargetState } from "../../../../src/features/monitoring/state";
import { checkResults } from "../../../../src/features/monitoring/tables";
import { createMonitoringService, MONITORS } from "../monitoring-service";

const service = await createMonitoringService();
const { send, givenMonitor, givenTarget } = service;
afterAll(service.close);

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
const titleOf = (svg: string) => /<title>([^<]*)<\/title>/.exec(svg)?.[1];

async function givenWatched({ state, minutes = 0 }: { state: TargetState; minutes?: number }) {
  const { id, name } = await givenMonitor();
  const target = await givenTarget({
    kind: "monitor",
    monitorId: id,
    state,
    stateSince: ago(60),
    checkedAt: ago(minutes),
  });
  return { id, name, target };
}

const titleFrom = async (path: string) => titleOf((await send(`GET ${MONITORS}/${path}`)).text);

test.each(["up", "down", "unknown", "unreachable", "maintenance", "paused"] as const)(
  "a monitor that is %s says so",
  async (state) => {
    const { id, name } = await givenWatched({ state });
    expect(await titleFrom(`${id}/badge.svg`)).toBe(`${name}: ${state}`);
  },
);

test("a state that nobody has looked at for longer than two checks is not told", async () => {
  const fresh = await givenWatched({ state: "up", minutes: 2 });
  const stale = await givenWatched({ state: "up", minutes: 4 });
  expect(await titleFrom(`${fresh.id}/badge.svg`)).toBe(`${fresh.name}: up`);
  expect(await titleFrom(`${stale.id}/badge.svg`)).toBe(`${stale.name}: no data`);
});

test("uptime and latency are those of the monitor", async () => {
  const { id, target } = await givenWatched({ state: "up" });
  expect(await titleFrom(`${id}/badge.svg?metric=uptime&label=x`)).toBe("x: no data");
  expect(await titleFrom(`${id}/badge.svg?metric=latency&label=x`)).toBe("x: no data");
  await service.database.db.insert(checkResults).values(
    ["up", "up", "up", "down"].map((rawStatus, index) => ({
      targetId: target,
      at: ago(4 - index),
      rawStatus,
      state: rawStatus,
      latencyMs: rawStatus === "up" ? 40 + index : null,
    })),
  );
  expect(await titleFrom(`${id}/badge.svg?metric=uptime&label=x`)).toBe("x: 75 % 24 h");
  expect(await titleFrom(`${id}/badge.svg?metric=latency&label=x`)).toBe("x: 41 ms");
});

describe("as an answer", () => {
  test("is a picture that may do nothing, for its caller's cache alone", async () => {
    const { id } = await givenWatched({ state: "up" });
    const { headers } = await send(`GET ${MONITORS}/${id}/badge.svg`);
    expect(headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    );
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cache-Control")).toBe("private, max-age=30");
  });

  test("has another tag when it shows something else", async () => {
    const { id } = await givenWatched({ state: "up" });
    const path = `GET ${MONITORS}/${id}/badge.svg`;
    const tag = (await send(path)).headers.get("ETag") ?? "";
    expect((await send(path, undefined, { "If-None-Match": tag })).status).toBe(304);
    expect((await send(`${path}?label=other`, undefined, { "If-None-Match": tag })).status).toBe(200);
  });

  test("shows names and labels as text", async () => {
    const { id } = await givenMonitor({ name: '<script>alert("x")</script>' });
    const { text } = await send(`GET ${MONITORS}/${id}/badge.svg`);
    expect(text).not.toContain("<script");
    expect(titleOf(text)).toStartWith("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;: unknown");
    const label = encodeURIComponent("</text><script>");
    expect((await send(`GET ${MONITORS}/${id}/badge.svg?label=${label}`)).text).not.toContain("<script");
  });

  test("is refused without a login, for no monitor, and for what it cannot show", async () => {
    const { id } = await givenMonitor();
    expect((await service.call(`GET ${MONITORS}/${id}/badge.svg`)).status).toBe(401);
    expect((await send(`GET ${MONITORS}/999999/badge.svg`)).status).toBe(404);
    expect((await send(`GET ${MONITORS}/${id}/badge.svg?metric=price`)).status).toBe(422);
    expect((await send(`GET ${MONITORS}/${id}/badge.svg?label=${"x".repeat(61)}`)).status).toBe(422);
  });
});
