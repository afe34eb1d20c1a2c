import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { sharedBrowser } from "./support/browser/chromium";
import { endRun } from "./support/run-end";

/**
 * `bun run screenshots <url> <password>`: every page of the UI in both themes into docs/screenshots, from a running demo
 * (`bun run demo`), to be looked at by a person.
 */
const [url = "http://localhost:8080", password = ""] = process.argv.slice(2);
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
  "monitoring-device": "/monitoring/devices/1",
  "monitoring-add-check": "/monitoring/checks/new",
  "monitoring-add-monitor": "/monitoring/monitors/new",
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
  deliveries: "/administration/deliveries",
  "single-sign-on": "/administration/single-sign-on",
  "device-types": "/administration/device-types",
  "status-pages": "/administration/status-pages",
  "status-page": "/administration/status-pages/1",
  "status-page-public": "/status/demo",
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

mkdirSync(FOLDER, { recursive: true });
const browser = await sharedBrowser();
for (const colorScheme of ["light", "dark"] as const) {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme,
    timezoneId: "Europe/Berlin",
    locale: "en-GB",
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 800 },
  });
  const signIn = await context.newPage();
  await shoot(signIn, `sign-in-${colorScheme}`, "/sign-in");
  const answer = await context.request.post("/api/v1/auth/login", { data: { username: "admin", password } });
  if (!answer.ok()) throw new Error(`login answered ${answer.status()}`);
  const page = await context.newPage();
  for (const [name, path] of Object.entries(PAGES)) await shoot(page, `${name}-${colorScheme}`, path);
  await context.close();
}
await endRun();
