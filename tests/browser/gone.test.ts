import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

setDefaultTimeout(patient(90_000));

const { service } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const PAGES = [
  ["/inventory/99", "device", "Inventory"],
  ["/inventory/99/edit", "device", "Inventory"],
  ["/monitoring/devices/99", "device", "Inventory"],
  ["/monitoring/checks/99", "check", "Monitoring"],
  ["/monitoring/checks/99/edit", "check", "Monitoring"],
  ["/monitoring/monitors/99", "monitor", "Monitoring"],
  ["/monitoring/monitors/no-number", "monitor", "Monitoring"],
  ["/monitoring/monitors/99/edit", "monitor", "Monitoring"],
  ["/monitoring/maintenance/99", "maintenance window", "Maintenance"],
  ["/alerts/rules/99", "rule", "Rules"],
  ["/syslog/formats/99", "log format", "Log formats"],
  ["/administration/status-pages/99", "status page", "Status pages"],
] as const;

test("the page of what was deleted says so, and leads to the list of the others in place of asking again", async () => {
  const as = await givenPerson({ service });
  await inBrowser(service, { as, path: "/" }, async (page) => {
    for (const [path, noun, list] of PAGES) {
      await page.goto(path);
      await page.getByText(`There is no such ${noun}`, { exact: true }).waitFor();
      expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
      await page.getByRole("link", { name: /^Go to / }).click();
      await page.getByRole("heading", { name: list, level: 1 }).waitFor();
    }
    await page.goto("/alerts/rules/99");
    await page.getByText("There is no such rule").waitFor();
    await expectAccessible(page);
  });
});
