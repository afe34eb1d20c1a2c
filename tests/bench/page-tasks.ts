import { sharedBrowser } from "../support/browser/chromium";
import { endRun } from "../support/run-end";
import { mainThreadOf } from "./main-thread";
import { printFigure } from "./report";

/**
 * `bun tests/bench/page-tasks.ts <url> <password>`: the longest task of the browser's main thread while each page of a
 * running demo is opened. Processor time, so that what else the machine does is not counted.
 */
const [url = "http://localhost:8080", password = ""] = process.argv.slice(2);
const MAX_MS = 200;
/** After the page has its data, for what it does then. */
const SETTLE_MS = 1500;
const PAGES = [
  "/",
  "/topology",
  "/topology?by=vlan",
  "/inventory",
  "/inventory/1",
  "/inventory/new",
  "/monitoring",
  "/monitoring?view=wall",
  "/alerts",
  "/alerts/rules",
  "/monitoring/maintenance?view=calendar",
  "/ipam",
  "/ipam/8",
  "/syslog",
  "/syslog/live",
  "/syslog/status",
  "/administration/audit",
  "/administration/roles",
  "/administration/settings",
];

const browser = await sharedBrowser();
const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
const page = await context.newPage();
await page.goto("/sign-in");
await page.getByRole("textbox", { name: "User name" }).fill("admin");
await page.getByRole("textbox", { name: "Password" }).fill(password);
await page.getByRole("button", { name: "Sign in", exact: true }).click();
await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
for (const path of PAGES) {
  const { longestMs: milliseconds } = await mainThreadOf(page, async () => {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForLoadState("networkidle").catch(() => undefined);
    await page.waitForTimeout(SETTLE_MS);
  });
  printFigure({
    name: `longest task of ${path}`,
    value: milliseconds,
    unit: "ms",
    target: `<= ${MAX_MS} ms`,
    holds: milliseconds <= MAX_MS,
  });
}
await endRun();
