import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const DEVICES = Array.from({ length: 60 }, (_, index) => `sw-${index + 1}`);
for (const [index, hostname] of DEVICES.entries())
  await admin.send("POST", "/api/v1/topology/devices", { hostname, ip_address: `10.5.0.${index + 1}` });

/** The text of what has the focus; of a table that of the row which its keys are at. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    const cell = document.getElementById(element?.getAttribute("aria-activedescendant") ?? "");
    return (cell?.closest("[role=row]") ?? element)?.textContent ?? "";
  });

const untilFocused = (page: Page, text: string) =>
  waitFor(`the focus on ${text}`, async () => (await focused(page)).startsWith(text));

test("Back from a page leads to the row of the table that was opened, in sight, and the keys go on from it", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/inventory" }, async (page) => {
    const grid = page.getByRole("grid");
    await grid.focus();
    for (let step = 0; step < 45; step++) await page.keyboard.press("ArrowDown");
    const opened = /^sw-\d+(?=10\.5\.)/.exec(await focused(page))?.[0] ?? "";
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: opened }).waitFor();
    await page.goBack();
    await untilFocused(page, opened);
    const row = await grid.getByRole("rowheader", { name: opened, exact: true }).boundingBox();
    const box = await grid.boundingBox();
    expect(row?.y).toBeGreaterThan(box?.y ?? 0);
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
    await page.keyboard.press("ArrowUp");
    expect(await focused(page)).not.toStartWith(opened);

    // The same by the pointer, upon which the link of the row had the focus.
    await grid.getByRole("rowheader", { name: opened, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: opened }).waitFor();
    await page.goBack();
    await untilFocused(page, opened);
  });
});

test("Back from a page leads to the link of a plain list, and the list is where it was scrolled to", async () => {
  for (let number = 1; number <= 40; number++)
    await admin.send("POST", "/api/v1/alerts/rules", {
      name: `Rule ${String(number).padStart(2, "0")}`,
      event_type: "device_offline",
    });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/alerts/rules" }, async (page) => {
    await page.getByRole("link", { name: "Rule 33" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: /Rule 33/ }).waitFor();
    await page.goBack();
    await untilFocused(page, "Rule 33");
    const box = await page.getByRole("link", { name: "Rule 33" }).boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(800);
    // Somebody who goes on to another page by the sidebar, and back, is not moved away from there.
    await page.getByRole("navigation").getByRole("link", { name: "Inventory" }).click();
    await page.getByRole("grid").waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Rule 33" }).waitFor();
    expect(await focused(page)).toBe("Inventory");
  });
});

test("details that are closed give the focus to the row that they came to, also where a link opened them", async () => {
  const person = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as: person, path: "/administration/audit" }, async (page) => {
    const grid = page.getByRole("grid", { name: "Audit log" });
    const panel = page.getByRole("complementary");
    const current = () => grid.locator("[aria-current=true]").getByRole("rowheader").textContent();
    await grid.getByRole("rowheader").nth(2).click();
    await panel.waitFor();
    const first = await current();
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowDown");
    await waitFor("another row", async () => (await current()) !== first);
    const reached = (await grid.locator("[aria-current=true]").textContent()) ?? "";
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await untilFocused(page, reached);
    await page.keyboard.press("Enter");
    await panel.waitFor();
    await page.reload();
    await panel.waitFor();
    await grid.locator("[aria-current=true]").waitFor();
    await page.getByRole("button", { name: "Close the details" }).click();
    await panel.waitFor({ state: "detached" });
    await untilFocused(page, reached);
    await page.keyboard.press("Enter");
    await panel.waitFor();
    await page.goBack();
    await panel.waitFor({ state: "detached" });
    await untilFocused(page, reached);
    await expectAccessible(page);
  });
});

test("details that are closed do not take the focus from who has gone elsewhere", async () => {
  const person = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as: person, path: "/administration/audit" }, async (page) => {
    await page.getByRole("grid", { name: "Audit log" }).getByRole("rowheader").nth(1).click();
    await page.getByRole("complementary").waitFor();
    const elsewhere = page.getByRole("navigation").getByRole("link", { name: "Inventory" });
    await elsewhere.focus();
    await page.goBack();
    await page.getByRole("complementary").waitFor({ state: "detached" });
    expect(await elsewhere.evaluate((link) => link === document.activeElement)).toBe(true);
  });
});
