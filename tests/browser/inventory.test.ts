import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin, type Person } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

type Named = { id: number; display_name: string; site_id: number | null; tags: string[] };
const DEVICES = 10_000;
/** One test deletes two of them, sooner or later. */
const TOTAL = /^(?:10,000|9,998) devices$/;

const berlin = await admin.send<{ id: number }>("POST", "/api/v1/topology/sites", { name: "Berlin" });
await admin.send("POST", "/api/v1/topology/devices/import?mode=create", {
  devices: Array.from({ length: DEVICES }, (_, index) => ({
    display_name: `sw-${index + 1}`,
    ip_address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    status: index % 100 === 0 ? "offline" : "online",
    tags: index % 4 === 0 ? ["lab"] : [],
  })),
});

const onInventory = (options: { as: Person; path?: string }, run: (page: Page) => Promise<void>) =>
  inBrowser(service, { path: "/inventory", ...options }, async (page) => {
    await page.getByRole("grid", { name: "Devices" }).waitFor();
    await run(page);
  });
const grid = (page: Page) => page.getByRole("grid", { name: "Devices" });
const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected devices" });
const found = (search: string) =>
  admin.get<Named[]>(`/api/v1/topology/devices?search=${encodeURIComponent(search)}`);

test("10,000 devices are scrolled with only those in sight drawn, in the order that people count in", async () => {
  await onInventory({ as: await givenPerson({ service }) }, async (page) => {
    await page.getByText(TOTAL).waitFor();
    expect(await page.getByRole("rowheader").first().textContent()).toBe("sw-1");
    expect(await page.getByRole("rowheader").nth(1).textContent()).toBe("sw-2");
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    await expectAccessible(page);
    await grid(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByRole("rowheader", { name: "sw-10000" }).waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(60);
  });
});

test("a text, a network and a facet narrow the list, stand in the address, and Back takes the last away", async () => {
  await onInventory({ as: await givenPerson({ service }) }, async (page) => {
    await page.getByRole("textbox", { name: "Filter devices by text" }).fill("10.0.1.0/24");
    await page.getByText(/^256 of (?:10,000|9,998) devices$/).waitFor();
    await page.getByRole("button", { name: "Tag", exact: true }).click();
    await page.getByRole("option", { name: /lab/ }).click();
    await page.getByText(/^64 of (?:10,000|9,998) devices$/).waitFor();
    expect(page.url()).toEndWith("/inventory?q=10.0.1.0/24&tag=lab");
    await page.keyboard.press("Escape");
    await page.goBack();
    await page.getByText(/^256 of (?:10,000|9,998) devices$/).waitFor();
  });
});

test("by keyboard alone: rows are reached, selected, and a device is opened", async () => {
  await onInventory({ as: await givenPerson({ service }) }, async (page) => {
    await grid(page).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await bar(page).getByText("3 selected").waitFor();
    await page.keyboard.press("Control+End");
    await page.getByRole("rowheader", { name: "sw-10000" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "sw-10000", level: 1 }).waitFor();
  });
});

test("arrow down leads from the filter to what it has left, and Enter opens it", async () => {
  await onInventory({ as: await givenPerson({ service }) }, async (page) => {
    await page.keyboard.press("f");
    await page.keyboard.type("sw-77");
    await page.getByText("111 of ").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "sw-77", exact: true }).waitFor();
  });
});

test("the head box takes all that match; fields are set and cleared, previewed, and the filter stays", async () => {
  const path = "/inventory?q=10.0.2.0/24";
  await onInventory({ as: await givenPerson({ service }), path }, async (page) => {
    await page.getByRole("checkbox", { name: "Select all 256 rows" }).click();
    await bar(page).getByText("256 selected: all that match").waitFor();
    await bar(page).getByRole("button", { name: "Change" }).click();
    const dialog = page.getByRole("dialog", { name: "Change 256 devices" });
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByRole("alert").getByText("Nothing is to be changed yet").waitFor();
    await dialog.getByLabel("Site: what to do").selectOption("Set");
    await dialog.getByLabel("Site: value").selectOption("Berlin");
    await dialog.getByLabel("Add tags: what to do").selectOption("Set");
    await dialog.getByLabel("Add tags: value").fill("moved");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("256 devices change.").waitFor();
    await dialog.getByRole("row", { name: /sw-513 Site: – → Berlin/ }).waitFor();
    await dialog.getByRole("button", { name: "Change 256 devices" }).click();
    await dialog.getByText("256 changed.").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByText(/^256 of (?:10,000|9,998) devices$/).waitFor();
    await page.getByRole("gridcell", { name: "Berlin" }).first().waitFor();
  });
  const changed = await found("10.0.2.0/24");
  expect(new Set(changed.map(({ site_id }) => site_id))).toEqual(new Set([berlin.id]));
  expect(changed.every(({ tags }) => tags.includes("moved"))).toBe(true);
  // The batches end with the devices that were selected.
  expect((await found("10.0.3.0/24")).every(({ site_id }) => site_id === null)).toBe(true);
});

test("a filter that hides selected rows drops them, and says so", async () => {
  await onInventory(
    { as: await givenPerson({ service }), path: "/inventory?q=10.0.4.0/30" },
    async (page) => {
      await page.getByRole("checkbox", { name: "Select all 4 rows" }).click();
      await page.getByRole("button", { name: "Tag", exact: true }).click();
      await page.getByRole("option", { name: /lab/ }).click();
      await bar(page).getByText("1 selected. 3 rows that the filters hide were dropped").waitFor();
    },
  );
});

test("deleting says what goes as well, waits for a decision, and removes only what was selected", async () => {
  const [first, second] = await found("10.0.5.0/31");
  await admin.send("POST", "/api/v1/topology/relationships", {
    source_device_id: first?.id,
    target_device_id: second?.id,
  });
  await onInventory(
    { as: await givenPerson({ service }), path: "/inventory?q=10.0.5.0/30" },
    async (page) => {
      await page.getByRole("checkbox", { name: "Select sw-1281", exact: true }).click();
      await page.getByRole("checkbox", { name: "Select sw-1282", exact: true }).click();
      await bar(page).getByRole("button", { name: "Delete" }).click();
      const dialog = page.getByRole("dialog", { name: "Delete 2 devices?" });
      await dialog.getByText("1 link").waitFor();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
      await dialog.getByRole("button", { name: "Delete" }).click();
      await page.getByText("2 devices deleted").waitFor();
      await page.getByRole("rowheader", { name: "sw-1281" }).waitFor({ state: "detached" });
    },
  );
  expect((await found("10.0.5.0/30")).map(({ display_name: name }) => name)).toEqual(["sw-1283", "sw-1284"]);
});

test("who may not change the topology sees the devices, and no control that would be refused", async () => {
  await onInventory({ as: await givenPerson({ service }, "Viewer") }, async (page) => {
    await page
      .getByText(/devices$/)
      .first()
      .waitFor();
    expect(await page.getByRole("checkbox").count()).toBe(0);
    expect(await page.getByRole("link", { name: "Add device" }).count()).toBe(0);
    await page.goto("/inventory/new");
    await page.getByText("topology_write").waitFor();
  });
});

test("the rows that a filter leaves are a file as they are seen", async () => {
  const path = "/inventory?q=sw-77&sort=-name&columns=name,tags";
  await onInventory({ as: await givenPerson({ service }), path }, async (page) => {
    await page.getByText("111 of ").waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save these devices as CSV" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("devices.csv");
    const lines = (await Bun.file(await file.path()).text()).split("\r\n");
    expect(lines.slice(0, 2)).toEqual(["Name,Tags", 'sw-7799,""']);
    expect(lines).toHaveLength(113);
  });
});

test("the export is the whole inventory as a file", async () => {
  await onInventory({ as: await givenPerson({ service }) }, async (page) => {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export all" }).click();
    expect((await download).suggestedFilename()).toMatch(/device-inventory.*\.csv$/);
  });
});

test("no match is told from nothing yet, and a failure has its request id and another try; in dark too", async () => {
  const person = await givenPerson({ service });
  await inBrowser(
    service,
    { as: person, path: "/inventory?q=no-such-device", colorScheme: "dark" },
    async (page) => {
      await page.getByText("No device matches these filters").waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Clear the filters" }).click();
      await grid(page).waitFor();
      await expectAccessible(page);
      await page.route("**/api/v1/topology/devices?*", (route) =>
        route.fulfill({
          status: 429,
          headers: { "X-Request-Id": "request-7" },
          json: { detail: "Too many calls" },
        }),
      );
      await page.reload();
      await page.getByText("Cannot load devices").waitFor();
      await page.getByText("request-7").waitFor();
      await expectAccessible(page);
      await page.unroute("**/api/v1/topology/devices?*");
      await page.getByRole("button", { name: "Try again", exact: true }).click();
      await grid(page).waitFor();
    },
  );
});
