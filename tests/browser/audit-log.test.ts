import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(90_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const post = (path: string, body: unknown) => admin.send<{ id: number }>("POST", `/api/v1${path}`, body);

test("an entry of the audit log shows what went with a device, on a phone too", async () => {
  const device = await post("/topology/devices", { name: "core" });
  const other = await post("/topology/devices", { name: "edge" });
  await post("/topology/relationships", {
    source_device_id: device.id,
    target_device_id: other.id,
    notes: "under the floor".padEnd(300, "Kabelbezeichnung"),
  });
  await admin.send("DELETE", `/api/v1/topology/devices/${device.id}`);
  await inBrowser(
    service,
    {
      path: "/administration/audit?action=topology.device_deleted",
      as: await givenPerson({ service }),
      viewport: { width: 390, height: 800 },
    },
    async (page) => {
      await page.getByText("deleted device core").first().click();
      await page.getByRole("heading", { name: "What went with it" }).waitFor();
      await page.getByText("1 relationships").click();
      await page.getByText("under the floor").waitFor();
      const isTooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth;
      });
      expect(isTooWide).toBe(false);
    },
  );
});

test.each([1280, 390])("days that end before they begin are told at the field, %i px wide", async (width) => {
  const as = await givenPerson({ service });
  const where = { path: "/administration/audit?to=2026-11-20", as, viewport: { width, height: 800 } };
  await inBrowser(service, where, async (page) => {
    await page.getByText("No entry matches these filters").waitFor();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/v1/audit/logs")) asked.push(request.url());
    });
    const [from, to] = [page.getByLabel("From the day"), page.getByLabel("To the day")];
    await from.fill("2026-11-21");
    await page.getByText("After the last day").waitFor();
    expect(await from.getAttribute("aria-invalid")).toBe("true");
    expect(asked).toEqual([]);
    await expectAccessible(page);
    await to.fill("2026-11-22");
    await page.getByText("After the last day").waitFor({ state: "detached" });
    await page.waitForURL(/from=2026-11-21/);
    await to.fill("2026-11-20");
    await page.getByText("Before the first day").waitFor();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByText("Before the first day").waitFor({ state: "detached" });
    expect(await to.inputValue()).toBe("");
  });
});

test("what was deleted comes back from its toast, by the keyboard alone", async () => {
  const device = await post("/topology/devices", { name: "printer" });
  const neighbour = await post("/topology/devices", { name: "switch" });
  await post("/topology/relationships", { source_device_id: device.id, target_device_id: neighbour.id });
  const as = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { path: `/inventory/${device.id}`, as }, async (page) => {
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    const toast = page.getByRole("status").filter({ hasText: "printer deleted" });
    await toast.getByRole("button", { name: "Undo" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("printer is back").waitFor();
    await page.getByRole("row", { name: /printer/ }).waitFor();
    await expectAccessible(page);
  });
  const links = await admin.get<unknown[]>(`/api/v1/topology/relationships?device_id=${device.id}`);
  expect(links).toHaveLength(1);
});

test.each([1280, 390])("three clicks bring a deleted site back from the log, %i px wide", async (width) => {
  const name = `attic of ${width}`;
  const site = await post("/topology/sites", { name });
  const device = await post("/topology/devices", { name: `box of ${width}`, site_id: site.id });
  await admin.send("DELETE", `/api/v1/topology/sites/${site.id}`);
  const as = await givenPerson({ service });
  const where = { path: "/administration/audit", as, viewport: { width, height: 800 } };
  await inBrowser(service, where, async (page) => {
    await page.getByText(`deleted site ${name}`).first().click();
    await page.getByRole("button", { name: "Restore…" }).click();
    const dialog = page.getByRole("dialog", { name: "Restore what was before?" });
    await dialog.getByText(`${name} comes back with 1 device`).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Restore" }).click();
    await page.getByText(`${name} is back`).waitFor();
    await page.getByText(`took back: deleted site ${name}`).first().waitFor();
  });
  expect(await admin.get<object>(`/api/v1/topology/devices/${device.id}`)).toMatchObject({
    site_id: site.id,
  });
});

test("what somebody has changed since is named, and goes back only when it is chosen", async () => {
  const device = await post("/topology/devices", { name: "camera", notes: "first" });
  const path = `/api/v1/topology/devices/${device.id}`;
  await admin.send("PATCH", path, { notes: "second", vlan_id: "7" });
  await admin.send("PATCH", path, { notes: "third" });
  const as = await givenPerson({ service });
  await inBrowser(service, { path: `/inventory/${device.id}?tab=audit`, as }, async (page) => {
    const row = page.getByRole("row", { name: /changed notes and vlan of camera/ });
    await row.getByRole("button", { name: /Restore/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("notes: is third now, was first before").waitFor();
    expect(await dialog.getByRole("button", { name: "Restore" }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await dialog.getByLabel("It stays as it is now").check();
    await dialog.getByRole("button", { name: "Restore" }).click();
    await page.getByText("camera is as before").waitFor();
  });
  expect(await admin.get<object>(path)).toMatchObject({ notes: "third", vlan_id: null });
});
