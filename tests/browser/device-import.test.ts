import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

await admin.send("POST", "/api/v1/topology/sites", { name: "Berlin" });

type Named = { hostname: string | null; ip_address: string; vendor: string | null };
const found = (search: string) => admin.get<Named[]>(`/api/v1/topology/devices?search=${search}`);
const rows = (page: Page) => page.getByRole("textbox");
const toColumns = (page: Page) => page.getByRole("button", { name: "Next: columns" });
const toCheck = (page: Page) => page.getByRole("button", { name: "Next: check" });

const FILE = [
  "Name;IP Address;Maker;Asset no",
  "sw-1;192.0.2.10;Cisco;17",
  "sw-2;192.0.2.999;Cisco;18",
  "",
  "rt-1;192.0.2.1;Juniper;19",
].join("\r\n");

test("an address in a DHCP range is warned of before it is imported", async () => {
  await admin.send("POST", "/api/v1/ipam/subnets", {
    cidr: "198.51.100.0/24",
    name: "clients",
    dhcp_start: "198.51.100.100",
    dhcp_end: "198.51.100.199",
  });
  const as = await givenPerson({ service });
  await inBrowser(service, { as, path: "/inventory/import" }, async (page) => {
    await rows(page).fill("Name;IP\r\nin-range;198.51.100.150\r\nbeside;198.51.100.20");
    await toColumns(page).click();
    await toCheck(page).click();
    await page.getByText("2 to add, 0 to change, 1 row has a warning.").waitFor();
    await page
      .getByText(/198\.51\.100\.150 is in the DHCP range 198\.51\.100\.100 – 198\.51\.100\.199/)
      .waitFor();
    await expectAccessible(page);
  });
});

test("a file with one bad row: columns are chosen, the row is named and put right, and all of it is imported", async () => {
  await admin.send("POST", "/api/v1/topology/devices", { hostname: "rt-old", ip_address: "192.0.2.1" });
  const as = await givenPerson({ service });
  await inBrowser(service, { as, path: "/inventory/import" }, async (page) => {
    await expectAccessible(page);
    await toColumns(page).click();
    await page.getByText("Choose a file, or paste").waitFor();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "devices.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
    await page.getByText("Rows of devices.csv").waitFor();
    await toColumns(page).click();

    await page.getByRole("row", { name: /Asset no 17 · 18 · 19/ }).waitFor();
    await page.getByRole("combobox", { name: "What Maker fills" }).selectOption("Vendor");
    await expectAccessible(page);
    await toCheck(page).click();

    await page.getByText("1 row has an error, 1 to add, 1 to change.").waitFor();
    const [, first] = await page.getByRole("row").allTextContents();
    expect(first).toContain("3Errorsw-2Address: “192.0.2.999” is no address, such as");
    await page.getByRole("row", { name: /Host name: rt-old → rt-1; Vendor: – → Juniper/ }).waitFor();
    await expectAccessible(page);
    expect(await found("192.0.2.10")).toEqual([]);

    await page.getByRole("button", { name: "Edit the rows" }).click();
    await rows(page).fill(FILE.replace("192.0.2.999", "192.0.2.11"));
    await toColumns(page).click();
    // What was chosen for the columns is still there.
    expect(await page.getByRole("combobox", { name: "What Maker fills" }).inputValue()).toBe("vendor");
    await toCheck(page).click();
    await page.getByRole("button", { name: "Import 3 rows" }).click();
    await page.getByText("2 added, 1 changed.").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to the inventory" }).click();
    for (const name of ["sw-1", "sw-2", "rt-1"]) await page.getByRole("link", { name }).waitFor();
  });
  expect((await found("192.0.2.11"))[0]?.vendor).toBe("Cisco");
  expect((await found("192.0.2.1"))[0]?.hostname).toBe("rt-1");
});

test("good rows are imported without the bad ones where a person decides so; in dark and by keyboard", async () => {
  const as = await givenPerson({ service });
  await inBrowser(service, { as, path: "/inventory/import", colorScheme: "dark" }, async (page) => {
    await rows(page).fill("host,address,site\nok-1,203.0.113.1,Berlin\nbad-1,203.0.113.2,Nowhere");
    await toColumns(page).press("Enter");
    await toCheck(page).press("Enter");
    await page.getByRole("button", { name: "Verdict" }).click();
    await page.getByRole("option", { name: /Error/ }).click();
    await page.getByText("1 of 2 rows").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("row", { name: /bad-1 Site: “Nowhere” is the name of no site/ }).waitFor();
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    expect((await download).suggestedFilename()).toBe("import-check.csv");
    await page.getByRole("button", { name: "Import 1 row, leave out 1" }).press("Enter");
    await page.getByText("1 added, 0 changed, 1 left out because of errors.").waitFor();

    await page.getByRole("button", { name: "Import another file" }).press("Enter");
    await rows(page).fill("host,address,site\nok-2,203.0.113.3,Harbour\nok-3,203.0.113.4,Harbour");
    await toColumns(page).press("Enter");
    await toCheck(page).press("Enter");
    await page.getByText("1 site is not there yet: Harbour.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add the site" }).press("Enter");
    await page.getByRole("button", { name: "Import 2 rows" }).waitFor();
  });
  expect(await found("bad-1")).toEqual([]);
});

test("a running import shows how far it is and is cancelled; nothing of it is there", async () => {
  const as = await givenPerson({ service });
  const lines = Array.from(
    { length: 20_000 },
    (_, index) => `many-${index},10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
  );
  await inBrowser(service, { as, path: "/inventory/import" }, async (page) => {
    await page.locator("input[type=file]").setInputFiles({
      name: "many.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["hostname,ip", ...lines].join("\n")),
    });
    await page.getByText("Rows of many.csv").waitFor();
    await toColumns(page).click();
    await toCheck(page).click();
    await page.getByText("20,000 to add").waitFor({ timeout: 20_000 });
    await page.getByRole("button", { name: "Import 20,000 rows" }).click();
    await page.getByText(/of 20,000 rows/).waitFor();
    await page.getByRole("button", { name: "Cancel the import" }).click();
    await page.getByText("Nothing was imported").waitFor({ timeout: 20_000 });
    await page.getByText("The import was cancelled; nothing was written").waitFor();
    await page.getByRole("button", { name: "Back to the check" }).click();
    await page.getByRole("button", { name: "Import 20,000 rows" }).waitFor();
  });
  expect(await found("many-1")).toEqual([]);
});

test("verdicts of many rows are read page by page: all are in the table and in the saved file", async () => {
  const as = await givenPerson({ service });
  const lines = Array.from({ length: 2500 }, (_, at) => `${at === 2400 ? "=cmd()" : `all-${at}`},192.0.2.x`);
  for (const width of [1280, 390]) {
    await inBrowser(service, { as, path: "/inventory/import" }, async (page) => {
      await page.setViewportSize({ width, height: 800 });
      await page.locator("input[type=file]").setInputFiles({
        name: "all.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(["display name,ip", ...lines].join("\n")),
      });
      await page.getByText("Rows of all.csv").waitFor();
      await toColumns(page).click();
      await toCheck(page).click();
      await page.getByText("2,500 rows have errors").waitFor({ timeout: 20_000 });
      await page.getByPlaceholder("Filter").fill("all-2499");
      await page.getByRole("row", { name: /2,501 ?Error ?all-2499/ }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.getByPlaceholder("Filter").fill("");
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save as CSV" }).click();
      const saved = await Bun.file(await (await download).path()).text();
      expect(saved.split("\r\n")).toHaveLength(2500 + 2);
      expect(saved).toContain("2402,Error,'=cmd(),");
    });
  }
});
