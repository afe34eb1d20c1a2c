import { afterAll, describe, expect, test } from "bun:test";
import type { TargetState } from "../../../src/features/monitoring/state";
import { createStatusPageService } from "./given";

const service = await createStatusPageService();
const { visit, givenPage, givenWatched, givenDay, givenIncident, summaryOf } = service;
afterAll(service.close);

const titleOf = (svg: string) => /<title>([^<]*)<\/title>/.exec(svg)?.[1];

describe("what is expected to be off", () => {
  async function givenOff(states: Partial<Record<"device" | "service", TargetState>>) {
    const device = await service.givenDevice({ expectedStatus: "offline" });
    const check = await service.givenCheck({ device_id: device });
    const since = { stateSince: new Date(), checkedAt: new Date() };
    const own = await service.givenTarget({
      kind: "device",
      deviceId: device,
      state: states.device ?? "down",
      ...since,
    });
    await service.givenTarget({
      deviceId: device,
      serviceCheckId: check.id,
      state: states.service ?? "unreachable",
      ...since,
    });
    const up = await givenWatched({ state: "up" });
    const components = [
      { kind: "device", id: device, name: "Spare" },
      { kind: "service_check", id: check.id, name: "Web of the spare" },
      { kind: "monitor", id: up.monitor, name: "Shop" },
    ] as const;
    return { own, components };
  }

  test("is no trouble while it is down: not for the page, its uptime, or its incidents", async () => {
    const { own, components } = await givenOff({});
    await givenIncident(own, { hoursAgo: 2 });
    await givenIncident(own, { hoursAgo: 20, hours: 3 });
    await givenDay(own, { daysAgo: 1, up: 1, down: 23 });
    const page = await givenPage({ groups: [{ name: "All", components }] });
    const summary = await summaryOf(page);
    expect(summary).toMatchObject({
      state: "operational",
      sentence: "All services are working",
      incidents: [],
    });
    expect(summary.groups[0]?.components.map(({ state }) => state)).toEqual(["off", "off", "operational"]);
    expect(summary.groups[0]?.components[0]).toMatchObject({ uptime_percent: null, watched_days: 0 });
    const { text } = await visit(`/status/${page.slug}`);
    expect(text).toContain("Off, as planned");
    expect(text).not.toContain("in trouble");
    const key = summary.groups[0]?.components[0]?.key;
    const badge = await visit(`/status/${page.slug}/badge.svg?component=${key}`);
    expect(titleOf(badge.text)).toBe("Spare: off as planned");
  });

  test("is told as it is once it answers, and alone on a page it is all that there is to say", async () => {
    const { components } = await givenOff({ device: "up", service: "down" });
    const page = await givenPage({ groups: [{ name: "All", components: components.slice(0, 2) }] });
    const summary = await summaryOf(page);
    expect(summary.groups[0]?.components.map(({ state }) => state)).toEqual(["operational", "off"]);
    const { components: others } = await givenOff({});
    const alone = await givenPage({ groups: [{ name: "All", components: others.slice(0, 1) }] });
    const sentence = "What is shown here is switched off, as planned";
    expect(await summaryOf(alone)).toMatchObject({ state: "off", sentence });
  });
});

test("where there is none a browser gets a page, the same for a hidden one as for none, and programs get JSON", async () => {
  const hidden = await givenPage({ published: false, title: "INTERNAL-title" });
  const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const paths = [hidden.slug, "no-such-page", "x".repeat(500), "%3Cscript%3E"].map(
    (slug) => `/status/${slug}`,
  );
  const answers = await Promise.all(paths.map((path) => visit(path, { Accept: accept })));
  for (const { status, headers, text } of answers) {
    expect(status).toBe(404);
    expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(headers.get("Content-Security-Policy")).toStartWith("default-src 'none'; style-src 'sha256-");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(text).toContain("<h1>No status page here</h1>");
    expect(text).not.toContain("<script");
  }
  const comparable = answers.map(({ headers, text }) => {
    const kept = [...headers].filter(([name]) => !["date", "x-request-id"].includes(name));
    return JSON.stringify([kept, text]);
  });
  expect(new Set(comparable).size).toBe(1);
  for (const Accept of ["*/*", "application/json", "application/json, text/html;q=0.5"]) {
    const { status, body } = await visit(`/status/${hidden.slug}`, { Accept });
    expect([status, body]).toEqual([404, { detail: "Status page not found" }]);
  }
});
