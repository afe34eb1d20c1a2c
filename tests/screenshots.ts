import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { sharedBrowser } from "./support/browser/chromium";
import { endRun } from "./support/run-end";

/**
 * `bun run screenshots <url> <password> [names]`: every page of the UI in both themes, some of them on a phone too,
 * into docs/screenshots, or those that are named (`dashboard`, `alerts-phone`), from a running demo (`bun run demo`)
 * with some minutes of history, to be looked at by a person.
 */
const [url = "http://localhost:8080", password = "", ...names] = process.argv.slice(2);
const FOLDER = join(import.meta.dir, "../docs/screenshots");
const PAGES: Record<string, string> = {
  dashboard: "/",
  topology: "/topology",
  inventory: "/inventory",
  device: "/inventory/1",
  "device-add": "/inventory/new",
  "device-import": "/inventory/import",
  places: "/inventory/places",
  monitoring: "/monitoring",
  "monitoring-services": "/monitoring?tab=services",
  "monitoring-monitors": "/monitoring?tab=monitors",
  "monitoring-wall": "/monitoring?view=wall",
  "monitoring-monitor": "/monitoring/monitors/6",
  "monitoring-add-check": "/monitoring/checks/new",
  "monitoring-add-monitor": "/monitoring/monitors/new",
  alerts: "/alerts",
  "alerts-history": "/alerts?tab=history",
  "alert-rules": "/alerts/rules",
  "alert-rule-add": "/alerts/rules/new",
  silences: "/alerts/silences",
  maintenance: "/monitoring/maintenance",
  "maintenance-calendar": "/monitoring/maintenance?view=calendar",
  "maintenance-plan": "/monitoring/maintenance/new",
  ipam: "/ipam",
  "ipam-subnet": "/ipam/8",
  syslog: "/syslog",
  "syslog-live": "/syslog/live",
  "syslog-status": "/syslog/status",
  profile: "/profile",
  users: "/administration/users",
  roles: "/administration/roles",
  "api-keys": "/administration/api-keys",
  audit: "/administration/audit",
  settings: "/administration/settings",
  mail: "/administration/mail",
  notifications: "/administration/notifications",
  deliveries: "/alerts/deliveries",
  "single-sign-on": "/administration/single-sign-on",
  "device-types": "/administration/device-types",
  "status-pages": "/administration/status-pages",
  "status-page": "/administration/status-pages/1",
  "status-page-public": "/status/demo",
  backups: "/administration/backups",
  diagnostics: "/administration/diagnostics",
  exports: "/exports",
};

/** What somebody on call opens, on a phone. */
const ON_PHONE: Record<string, string> = {
  "dashboard-phone": "/",
  "alerts-phone": "/alerts",
  "device-phone": "/inventory/1",
  "syslog-phone": "/syslog",
  "topology-phone": "/topology",
  "monitoring-phone": "/monitoring",
  "monitoring-monitor-phone": "/monitoring/monitors/6",
  "monitoring-wall-phone": "/monitoring?view=wall",
  "maintenance-calendar-phone": "/monitoring/maintenance?view=calendar",
  "status-page-public-phone": "/status/demo",
};

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

async function shoot(page: Page, name: string, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page
    .locator("[aria-busy=true]")
    .first()
    .waitFor({ state: "hidden" })
    .catch(() => undefined);
  // The map's first layout and the tail's first lines come from a worker and a socket: nothing to wait for by name.
  await page.waitForTimeout(2500);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

type Shots = {
  colorScheme: "light" | "dark";
  screen: typeof DESKTOP | typeof PHONE;
  pages: Record<string, string>;
};

async function shootAll({ colorScheme, screen, pages }: Shots): Promise<void> {
  const wanted = Object.entries(pages).filter(([name]) => names.length === 0 || names.includes(name));
  if (wanted.length === 0) return;
  const context = await browser.newContext({
    ...screen,
    baseURL: url,
    colorScheme,
    timezoneId: "Europe/Berlin",
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  if (pages === PAGES && names.length === 0) await shoot(page, `sign-in-${colorScheme}`, "/sign-in");
  const answer = await context.request.post("/api/v1/auth/login", { data: { username: "admin", password } });
  if (!answer.ok()) throw new Error(`login answered ${answer.status()}`);
  for (const [name, path] of wanted) await shoot(page, `${name}-${colorScheme}`, path);
  await context.close();
}

mkdirSync(FOLDER, { recursive: true });
const browser = await sharedBrowser();
for (const colorScheme of ["light", "dark"] as const) {
  await shootAll({ colorScheme, screen: DESKTOP, pages: PAGES });
  await shootAll({ colorScheme, screen: PHONE, pages: ON_PHONE });
}
await endRun();
