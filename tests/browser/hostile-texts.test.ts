import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { signIn } from "../support/api-client";
import { inBrowser } from "../support/browser/in-browser";
import { everyPage } from "../support/browser/pages";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(90_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

/** Each would call `ran` where it is taken for markup or followed. */
const IMAGE = `<img src=x onerror=ran()>`;
const VECTOR = `"><svg onload=ran()>`;
const LINK = "javascript:ran()";
const TURNED = "\u202eexe.txt";
const ALL = `${VECTOR}${IMAGE}${LINK}${TURNED}`;

const post = (path: string, body: unknown) => admin.send<{ id: number }>("POST", `/api/v1${path}`, body);
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();

const site = await post("/topology/sites", { name: ALL });
const device = await post("/topology/devices", {
  name: "plain",
  display_name: ALL,
  ip_address: "10.99.0.1",
  mac_address: "00:00:5e:00:53:01",
  vendor: ALL,
  model: ALL,
  notes: ALL,
  tags: [IMAGE, VECTOR, LINK],
  topology_group: ALL,
  site_id: site.id,
  interfaces: [{ name: ALL, description: ALL }],
});
const other = await post("/topology/devices", {
  name: "other",
  display_name: IMAGE,
  ip_address: "10.99.0.2",
});
await post("/topology/relationships", {
  source_device_id: device.id,
  target_device_id: other.id,
  source_interface: ALL,
  target_interface: ALL,
  notes: ALL,
});
const subnet = await post("/ipam/subnets", { name: ALL, cidr: "10.99.0.0/24", description: ALL });
await post("/ipam/reservations", { ip_address: "10.99.0.1", label: ALL, expires_at: inAnHour });
await post("/ipam/dhcp-leases/import?source=dnsmasq", {
  content: `1990000000 00:00:5e:00:53:05 10.99.0.5 ${IMAGE.replaceAll(" ", "/")} *`,
});
const former = await post("/topology/sites", { name: `former ${ALL}` });
await admin.send("DELETE", `/api/v1/topology/sites/${former.id}`);
const check = await post("/monitoring/service-checks", { device_id: device.id, port: 9, label: IMAGE });
const monitor = await post("/monitors", {
  name: ALL,
  url: "https://192.0.2.1/<img/src=x/onerror=ran()>",
  enabled: false,
});
const push = await post("/monitors", { kind: "push", name: ALL });
const group = await post("/monitors", {
  kind: "group",
  name: ALL,
  members: [{ kind: "device", id: device.id }],
});
const window = await post("/maintenance", {
  title: ALL,
  description: ALL,
  scope: { device_ids: [device.id], tags: [IMAGE] },
  schedule: { kind: "recurring", cron: "30 2 * * *", time_zone: "Europe/Berlin", duration_minutes: 60 },
});
const statusPage = await post("/admin/status-pages", {
  slug: "hostile",
  title: ALL,
  description: ALL,
  published: true,
  groups: [{ name: ALL, components: [{ kind: "device", id: device.id, name: ALL }] }],
});
const format = await post("/syslog/formats", {
  name: "hostile",
  description: ALL,
  vendor: ALL,
  pattern: `${IMAGE} %{ip:src_ip}`,
  conditions: { contains: [IMAGE] },
});
await post("/syslog/searches", { name: ALL, query: { q: IMAGE } });
await post("/discovery/schedules", { name: ALL, target: "10.99.0.0/29" });
const rule = await post("/alerts/rules", {
  name: ALL,
  event_type: "log_pattern",
  log_query: "onerror",
  title_template: ALL,
  text_template: ALL,
});
await post("/alerts/silences", { reason: ALL, ends_at: inAnHour, device_ids: [device.id] });
await post("/api-keys", { name: ALL });
await post("/tools/snmp/profiles", { name: ALL, community: ALL });
await admin.send("PUT", "/api/v1/admin/settings", { app_name: VECTOR });

const LINES = [
  `<134>1 2026-11-21T16:05:00Z <img/src=x/onerror=ran()> <svg/onload=ran()> - - - ${ALL}`,
  `<134>Nov 21 16:05:00 fw <svg/onload=ran()>[45]: ${IMAGE} 192.0.2.4`,
  `${ALL}\u0000\u001b[31m`,
];

beforeAll(async () => {
  // What it asks for again and again does not count as calls of the key.
  const person = await signIn(service.url);
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
  for (const line of LINES) socket.send(line);
  await waitFor("the lines to be found", async () => {
    const { total } = await person.get<{ total: number }>("/api/v1/syslog/events");
    return total === LINES.length;
  });
  await waitFor("the rule to tell of a line", async () => {
    // A rule hears what comes once the collector knows of it.
    socket.send(LINES[1] ?? "");
    const told = await person.get<unknown[]>("/api/v1/alerts/events");
    return told.length > 0;
  });
  socket.close();
});

const stored = async (query = "") =>
  (await admin.get<{ events: { id: string; raw_log: string }[] }>(`/api/v1/syslog/events${query}`)).events;
const events = async () => (await stored()).map(({ id }) => id);
const QUERY = encodeURIComponent(ALL);

const PAGES = [
  ...everyPage({
    device,
    check,
    monitor,
    push,
    group,
    maintenance: window,
    rule,
    subnet,
    format,
    statusPage,
  }),
  "/inventory?columns=name,address,mac,tags,vendor,model,site,changed",
  `/inventory?q=${QUERY}`,
  `/syslog?q=${QUERY}`,
  `/syslog/live?q=${QUERY}`,
  "/status/hostile",
  `/tools?target=${QUERY}&tools=dns,ping`,
  `/sign-in?next=${encodeURIComponent(LINK)}`,
];

/** They have such a text drawn, in a field or in their address, or none. The others show one. */
const SILENT: ReadonlySet<string> = new Set([
  "/topology",
  "/discovery",
  "/neighbours",
  "/neighbours?tab=scans",
  "/inventory/import",
  "/moving-in",
  "/alerts",
  "/alerts?tab=history",
  "/alerts/deliveries",
  "/syslog/status",
  "/profile",
  "/activity",
  "/exports",
  "/administration/users",
  "/administration/roles",
  "/administration/settings",
  "/administration/configuration",
  "/administration/backups",
  "/administration/device-types",
  "/administration/diagnostics",
  `/syslog/formats/${format.id}`,
  `/tools?target=${QUERY}&tools=dns,ping`,
  `/sign-in?next=${encodeURIComponent(LINK)}`,
]);

/** What is read behind the rest of a page, and shows texts of its own. */
const SHOWN_LAST: Readonly<Record<string, string>> = {
  [`/alerts/rules/${rule.id}`]: "in the last 24 hours",
};

/** Runs in the page, before anything else there. */
function watchForMarkup(): void {
  const found: string[] = [];
  Object.assign(globalThis, { found, ran: () => found.push("a script ran") });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    found.push(`${violatedDirective} was broken by ${blockedURI}`),
  );
}

/** Runs in the page: elements that only a planted text can have made. */
function findPlanted(): string[] {
  const planted = document.querySelectorAll("img[src=x], [onload], [onerror], [href^='javascript:' i]");
  const found: unknown = Reflect.get(globalThis, "found");
  return [
    ...(Array.isArray(found) ? found.map(String) : ["unwatched"]),
    ...[...planted].map((one) => one.outerHTML),
  ];
}

/**
 * Runs in the page: texts and tooltips that are drawn with what would turn them, outside of the mark that tells of it.
 * Forms have what was typed.
 */
function findTurned(): string[] {
  // oxlint-disable-next-line no-control-regex -- an escape is what it looks for
  const turns = /[\u001b\u202e]/;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode() !== null) {
    const { nodeValue, parentElement } = texts.currentNode;
    if (turns.test(nodeValue ?? "") && parentElement?.closest("[data-code], form") === null)
      found.push(parentElement.outerHTML.slice(0, 300));
  }
  const titles = [...document.querySelectorAll("[title]")].filter((one) =>
    turns.test(one.getAttribute("title") ?? ""),
  );
  return [...found, ...titles.map((one) => `the tooltip of ${one.outerHTML.slice(0, 300)}`)];
}

async function settled(page: Page): Promise<void> {
  await page.getByRole("heading").first().waitFor();
  await page.locator("#page [aria-busy=true]").first().waitFor({ state: "hidden" });
}

const shown = (page: Page) =>
  page.waitForFunction((text) => document.body.innerText.includes(text), "onerror=ran()");

describe("texts that are markup, scripts and turned writing, planted wherever a name or a line may be", () => {
  const ran: string[] = [];
  const turned: string[] = [];

  beforeAll(async () => {
    const [event] = await events();
    await inBrowser(service, { as: await givenPerson({ service }) }, async (page) => {
      page.on("dialog", (dialog) => {
        ran.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.addInitScript(watchForMarkup);
      const look = async (path: string) => {
        await settled(page);
        ran.push(...(await page.evaluate(findPlanted)).map((what) => `${path}: ${what}`));
        // What operators publish is theirs.
        if (path.startsWith("/status/")) return;
        turned.push(...(await page.evaluate(findTurned)).map((what) => `${path}: ${what}`));
      };
      for (const path of [...PAGES, `/syslog?id=${event}`]) {
        await page.goto(path);
        if (!SILENT.has(path)) await shown(page).catch(() => ran.push(`${path} shows none of the texts`));
        const last = SHOWN_LAST[path];
        if (last !== undefined) await page.getByText(last).waitFor();
        await look(path);
      }
    });
  }, patient(240_000));

  test("run nothing, and are no markup on any page", () => {
    expect(ran).toEqual([]);
  });

  test("turn nothing that is read, and are marked where they would", () => {
    expect(turned).toEqual([]);
  });

  test("are marked by their code points, and are copied as they are", async () => {
    const [event] = (await stored("?sort_dir=asc")).filter(({ raw_log: line }) => line.includes("\u001b"));
    await inBrowser(service, { as: await givenPerson({ service }) }, async (page) => {
      await page.goto(`/syslog?id=${event?.id}`);
      const line = page.locator("pre[aria-label='Line as received']");
      await line.waitFor();
      const marks = line.locator("[data-code]");
      expect(await marks.evaluateAll((all) => all.map((one) => one.getAttribute("data-code")))).toEqual([
        "U+202E",
        "U+001B",
      ]);
      const copied = await line.evaluate((element) => {
        getSelection()?.selectAllChildren(element);
        return getSelection()?.toString();
      });
      expect(copied).toBe(event?.raw_log);
    });
  });
});
