import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { findViolationsInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { everyPage } from "../support/browser/pages";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(90_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const long = (begin: string, length: number) => begin.padEnd(length, "Verwaltungsbezeichnung");
const post = (path: string, body: unknown) => admin.send<{ id: number }>("POST", `/api/v1${path}`, body);
const IPV6 = "2001:db8:1111:2222:3333:4444:5555:6666";
const LINES = 3;
const DRAWN_MS = 5000;

const site = await post("/topology/sites", { name: long("Standort", 120) });
const device = await post("/topology/devices", {
  display_name: long("Kernrouter", 120),
  ip_address: IPV6,
  site_id: site.id,
});
const other = await post("/topology/devices", {
  display_name: long("Schalter", 120),
  ip_address: "10.99.0.1",
});
await post("/topology/relationships", {
  source_device_id: device.id,
  target_device_id: other.id,
  source_interface: long("GigabitEthernet", 100),
});
const subnet = await post("/ipam/subnets", {
  name: long("Verwaltung", 120),
  cidr: "10.99.0.0/24",
  description: long("Beschreibung", 300),
});
const inTwoYears = new Date(Date.now() + 730 * 86_400_000).toISOString();
await post("/ipam/reservations", { ip_address: IPV6, label: long("Drucker", 120), expires_at: inTwoYears });
await post("/ipam/reservations", { ip_address: "10.99.0.1", label: "a conflict" });
const inAnHour = Math.floor(Date.now() / 1000) + 3600;
await post("/ipam/dhcp-leases/import?source=dnsmasq", {
  content: `${inAnHour} 00:00:5e:00:53:05 10.99.0.5 ${"h".repeat(60)} *`,
});
await post("/topology/devices/import?mode=upsert&dry_run=true", {
  devices: [{ hostname: long("switch", 60) }],
});
const check = await post("/monitoring/service-checks", {
  device_id: device.id,
  check_type: "https",
  port: 443,
  label: long("Prüfung", 60),
});
const monitor = await post("/monitors", {
  name: long("Portal", 120),
  url: `https://[${IPV6}]/${long("pfad", 200)}`,
  auth_type: "bearer",
  bearer_token: "secret",
  enabled: false,
});
const pushMonitor = await post("/monitors", { kind: "push", name: long("Sicherung", 120) });
const groupMonitor = await post("/monitors", {
  kind: "group",
  name: long("Laden", 120),
  members: [
    { kind: "device", id: device.id },
    { kind: "service_check", id: check.id },
    { kind: "monitor", id: monitor.id },
  ],
});
const window = await post("/maintenance", {
  title: long("Wartung", 120),
  description: long("Beschreibung", 300),
  scope: { device_ids: [device.id], site_ids: [site.id] },
  schedule: { kind: "recurring", cron: "30 2 * * *", time_zone: "Europe/Berlin", duration_minutes: 60 },
});
const statusPage = await post("/admin/status-pages", {
  slug: "a".repeat(60),
  title: long("Zustand", 120),
  description: long("Beschreibung", 300),
  published: true,
  groups: [
    { name: long("Gruppe", 80), components: [{ kind: "device", id: device.id, name: long("Gerät", 80) }] },
  ],
});
const logFormat = await post("/syslog/formats", {
  name: "f".repeat(48),
  description: long("Beschreibung", 500),
  vendor: long("Hersteller", 80),
  pattern: `%{word:action} ${"x".repeat(300)} %{ip:src_ip}`,
  conditions: { contains: [long("Text", 200)] },
  fields: [{ field: "event_time", value: "2026-11-21 10:50:00", time_zone: "Europe/Berlin" }],
});
await post("/discovery/schedules", {
  name: long("Überwachung", 120),
  target: "10.99.0.0/25, fd00::1-fd00::9",
});
const rule = await post("/alerts/rules", {
  name: long("Alarm", 120),
  event_type: "device_offline",
  scope: { tags: [long("Etikett", 40)], site_ids: [site.id] },
});
await post("/alerts/silences", {
  reason: long("Arbeiten", 500),
  ends_at: new Date(Date.now() + 86_400_000).toISOString(),
  device_ids: [device.id],
});
await post("/api-keys", { name: long("Schlüssel", 100), expires_in_days: 365 });

beforeAll(async () => {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
  for (let line = 0; line < LINES; line++)
    socket.send(
      `<134>Nov 21 16:05:00 fw filterlog[45231]: 5,,,1000000103,igb0,match,block,in,6,0x00,0x00000,64,tcp,6,60,${IPV6},${IPV6},50000,22,0,S,1,,64240,,mss`,
    );
  await waitFor("the lines to be found", async () => {
    const { total } = await admin.get<{ total: number }>("/api/v1/syslog/events");
    return total === LINES;
  });
  socket.close();
});

const PAGES = everyPage({
  device,
  check,
  monitor,
  push: pushMonitor,
  group: groupMonitor,
  maintenance: window,
  rule,
  subnet,
  format: logFormat,
  statusPage,
});

async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.locator("#page [aria-busy=true]").first().waitFor({ state: "hidden" });
}

/** What is still cut when all that listens for its size, as charts do, has had its time. */
async function cutAtLast(page: Page): Promise<string[]> {
  const until = performance.now() + DRAWN_MS;
  let found = await page.evaluate(whatIsCut);
  while (found.length > 0 && performance.now() < until) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    found = await page.evaluate(whatIsCut);
  }
  return found;
}

/** A phone, the narrowest one, a tablet, a desk; each page is resized instead of loaded again. */
const SCREENS = [
  { width: 390, height: 844, isChecked: true },
  { width: 360, height: 640, isChecked: false },
  { width: 1024, height: 768, isChecked: false },
  { width: 1280, height: 800, isChecked: true },
];

// One walk for all of it: each page is loaded once.
describe("on every page, with long names", () => {
  const cut: string[] = [];
  const inaccessible: string[] = [];
  const withoutUtc: string[] = [];

  beforeAll(async () => {
    await inBrowser(service, { as: await givenPerson({ service }) }, async (page) => {
      for (const path of PAGES) {
        await page.goto(path);
        await settled(page);
        for (const { isChecked, ...screen } of SCREENS) {
          await page.setViewportSize(screen);
          await settled(page);
          const where = `${path}, ${screen.width} pixels wide`;
          cut.push(...(await cutAtLast(page)).map((what) => `${where}: ${what}`));
          if (isChecked)
            inaccessible.push(
              ...(await findViolationsInBothSchemes(page)).map((what) => `${where}, ${what}`),
            );
        }
        withoutUtc.push(...(await page.evaluate(timesWithoutUtc)).map((text) => `${path}: ${text}`));
        const first = page.locator("#page time:not([title])").first();
        if ((await first.count()) > 0) {
          await first.hover();
          await page.getByRole("tooltip").getByText(/ UTC/).waitFor();
        }
      }
    });
  }, patient(240_000));

  test("nothing is wider than a phone, a tablet or a desktop's screen, and neither a button nor, on a phone, a value is cut", () => {
    expect(cut).toEqual([]);
  });

  test("axe finds nothing, on a phone and on a desk, light and dark", () => {
    expect(inaccessible).toEqual([]);
  });

  test("every time has UTC at hand", () => {
    expect(withoutUtc).toEqual([]);
  });
});

test("an address is shown whole in the tables of devices and reservations", async () => {
  await inBrowser(service, { as: await givenPerson({ service }) }, async (page) => {
    for (const path of ["/inventory", "/ipam?tab=reservations"]) {
      await page.goto(path);
      const address = page.getByRole("grid").getByText(IPV6, { exact: true });
      await address.waitFor();
      const past = await address.evaluate(
        (text) => text.getBoundingClientRect().width - (text.parentElement?.clientWidth ?? 0),
      );
      expect(past).toBeLessThanOrEqual(0);
    }
  });
});

/** Runs in the page. */
function whatIsCut(): string[] {
  const page = document.querySelector("#page");
  const tooWide = page === null ? 0 : page.scrollWidth - page.clientWidth;
  const widest = [...document.querySelectorAll("#page *")].findLast(
    (element) => element.getBoundingClientRect().right > innerWidth + tooWide - 2,
  );
  const cut = [...document.querySelectorAll("#page .mantine-Button-label, #page [role=tab]")].filter(
    (label) => label.scrollWidth > label.clientWidth + 1,
  );
  const edge = page?.getBoundingClientRect().left ?? 0;
  const lost = [...document.querySelectorAll("#page button, #page [role=tab], #page input")].filter(
    (control) => {
      const { left, right, width } = control.getBoundingClientRect();
      const isScrolled =
        control.closest('[role="grid"], [role="table"], [role="log"], table, [role="tablist"]') !== null;
      return width > 1 && !isScrolled && (left < edge || right > innerWidth);
    },
  );
  const values = innerWidth > 400 ? [] : [...document.querySelectorAll("#page dd, #page dd *")];
  const cutValues = values.filter(
    (value) => getComputedStyle(value).overflowX !== "visible" && value.scrollWidth > value.clientWidth + 1,
  );
  return [
    ...cutValues.map((value) => `the value ${value.textContent}`),
    ...lost.map((control) => `beyond the edge: ${control.textContent || control.getAttribute("aria-label")}`),
    ...(tooWide > 0 ? [`${tooWide} pixels too wide, at ${widest?.outerHTML.slice(0, 200)}`] : []),
    ...cut.map((label) => `the button ${label.textContent}`),
  ];
}

/**
 * Runs in the page: texts with a time of day that say UTC neither on hover nor by a tooltip. Addresses look like times,
 * and RFC 3339 says its zone itself.
 */
function timesWithoutUtc(): string[] {
  const texts = document.createTreeWalker(document.querySelector("#page") ?? document.body, 4);
  const found: string[] = [];
  while (texts.nextNode() !== null) {
    const { nodeValue, parentElement } = texts.currentNode;
    const hasUtc = parentElement?.closest('time, [title*=" UTC"], .mono, code, pre') !== null;
    if (/(?<![T:])\b\d\d:\d\d\b/.test(nodeValue ?? "") && !hasUtc) found.push(nodeValue ?? "");
  }
  return found;
}
