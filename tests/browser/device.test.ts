import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

type Made = { id: number; vendor: string | null; os: string | null; notes: string | null; tags: string[] };
const givenDevice = (device: Record<string, unknown>) =>
  admin.send<Made>("POST", "/api/v1/topology/devices", device);
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test("a device is added: what the service refuses stands at its field, then its page is shown", async () => {
  await admin.send("POST", "/api/v1/topology/sites", { name: "Berlin" });
  await inBrowser(service, { as: await givenPerson({ service }), path: "/inventory" }, async (page) => {
    await page.getByRole("link", { name: "Add device" }).first().click();
    await page.getByRole("button", { name: "Add device" }).click();
    await page.getByText("is needed to find the device again").waitFor();
    await field(page, "Name").fill("sw-berlin-1");
    await field(page, "Address").fill("192.0.2.999");
    await field(page, "Tags").fill(`core, ${"x".repeat(41)}`);
    // Said when it is left, before anything is sent.
    await page.getByText("“192.0.2.999” is no address").waitFor();
    expect(await field(page, "Address").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("combobox", { name: "Site" }).selectOption("Berlin");
    await field(page, "Address").fill("192.0.2.10");
    await page.getByRole("button", { name: "Add device" }).click();
    await page.getByText("Tags must be 40 characters or fewer").waitFor();
    expect(await field(page, "Tags").getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await field(page, "Tags").fill("core, lab");
    await field(page, "Tags").press("Control+Enter");
    await page.getByRole("heading", { name: "sw-berlin-1", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Berlin" }).waitFor();
    await page.getByText("core, lab").waitFor();
  });
});

test("an address that another device has is said below its field, and a network as what it is stored", async () => {
  await admin.send("POST", "/api/v1/topology/devices", { display_name: "first", ip_address: "192.0.2.77" });
  await inBrowser(service, { as: await givenPerson({ service }), path: "/inventory/new" }, async (page) => {
    await field(page, "Address").fill("192.0.2.77");
    await field(page, "Subnet").fill("10.1.2.3/24");
    await page.getByRole("status").getByText("192.0.2.77 is already the address of first.").waitFor();
    await field(page, "Name").fill("second");
    await page.getByRole("status").getByText("10.1.2.3/24 is stored as 10.1.2.0/24").waitFor();
    await expectAccessible(page);
  });
});

test("a form with changes is not left without a question", async () => {
  await inBrowser(service, { as: await givenPerson({ service }), path: "/inventory/new" }, async (page) => {
    await field(page, "Name").fill("half a device");
    await page
      .getByRole("link", { name: /^IPAM|^Profile|^Inventory/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Stay" }).click();
    expect(await field(page, "Name").inputValue()).toBe("half a device");
    await page.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/inventory");
  });
});

test("somebody else's change is shown beside mine; keeping mine leaves theirs in fields that I did not touch", async () => {
  const { id } = await givenDevice({ display_name: "sw-shared", ip_address: "192.0.2.20" });
  const path = `/inventory/${id}/edit`;
  await inBrowser(service, { as: await givenPerson({ service }), path }, async (page) => {
    await field(page, "Vendor").fill("Mine");
    await admin.send("PATCH", `/api/v1/topology/devices/${id}`, { vendor: "Theirs", os: "Theirs too" });
    await page.getByRole("button", { name: "Save device" }).click();
    await page.getByRole("row", { name: "Vendor Theirs Mine" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Keep mine, then save" }).click();
    await page.getByRole("button", { name: "Save device" }).click();
    await page.getByRole("heading", { name: "sw-shared", level: 1, exact: true }).waitFor();
    const { vendor, os } = await admin.get<Made>(`/api/v1/topology/devices/${id}`);
    expect({ vendor, os }).toEqual({ vendor: "Mine", os: "Theirs too" });
  });
});

test("interfaces are added, changed and removed in the form, and a wrong address is marked in its row", async () => {
  const { id } = await givenDevice({
    display_name: "sw-ports",
    interfaces: [
      { name: "eth0", description: "old" },
      { name: "eth1", ip_addresses: ["192.0.2.61"] },
    ],
  });
  const path = `/inventory/${id}/edit`;
  await inBrowser(service, { as: await givenPerson({ service }), path }, async (page) => {
    const row = (number: number) => page.getByRole("group", { name: `Interface ${number}`, exact: true });
    await page.getByRole("button", { name: "Remove interface 1" }).click();
    expect(await row(1).getByRole("textbox", { name: "Name" }).inputValue()).toBe("eth1");
    await row(1).getByRole("textbox", { name: "Description" }).fill("uplink");
    await page.getByRole("button", { name: "Add interface" }).click();
    await row(2)
      .getByRole("textbox", { name: /^Addresses/ })
      .fill("192.0.2.62, wrong");
    await page.getByRole("button", { name: "Save device" }).click();
    await page.getByText("The name is missing").waitFor();
    await expectAccessible(page);
    await row(2).getByRole("textbox", { name: "Name" }).fill("eth2");
    await page.getByRole("button", { name: "Save device" }).click();
    await row(2).locator("[aria-invalid=true]").waitFor();
    await row(2)
      .getByRole("textbox", { name: /^Addresses/ })
      .fill("192.0.2.62, 2001:db8::62");
    await page.getByRole("button", { name: "Save device" }).click();
    await page.getByRole("heading", { name: "sw-ports", level: 1, exact: true }).waitFor();
    const { interfaces } = await admin.get<{ interfaces: Record<string, unknown>[] }>(
      `/api/v1/topology/devices/${id}`,
    );
    expect(interfaces).toMatchObject([
      { name: "eth1", description: "uplink", ip_addresses: ["192.0.2.61"] },
      { name: "eth2", description: null, ip_addresses: ["192.0.2.62", "2001:db8::62"] },
    ]);
  });
});

test("the page shows links, subnets, interfaces and changes, each tab under its own address", async () => {
  const device = await givenDevice({
    display_name: "rt-1",
    ip_address: "198.51.100.1",
    interfaces: [{ name: "ge-0/0/0", ip_addresses: ["2001:db8::1"] }],
  });
  const other = await givenDevice({ display_name: "rt-2", ip_address: "198.51.100.2" });
  await admin.send("POST", "/api/v1/topology/relationships", {
    source_device_id: other.id,
    target_device_id: device.id,
    source_interface: "xe-1",
    target_interface: "ge-0/0/0",
    link_speed_mbps: 10_000,
  });
  await admin.send("POST", "/api/v1/ipam/subnets", { name: "edge", cidr: "198.51.100.0/24" });
  await admin.send("PATCH", `/api/v1/topology/devices/${device.id}`, { notes: "moved" });
  const path = `/inventory/${device.id}`;
  await inBrowser(service, { as: await givenPerson({ service }), path }, async (page) => {
    await page.getByRole("row", { name: /rt-2 ge-0\/0\/0 xe-1 Link 10 Gbit\/s/ }).waitFor();
    await page.getByRole("row", { name: /198\.51\.100\.0\/24 edge/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Addresses" }).click();
    await page.getByRole("row", { name: /ge-0\/0\/0 .*2001:db8::1/ }).waitFor();
    expect(page.url()).toEndWith("?tab=addresses");
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Audit" }).click();
    await page.getByText("notes:").waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Events" }).click();
    await page.getByText("No events in this time").waitFor();
    await expectAccessible(page);
    await page.goBack();
    await page.getByText("notes:").waitFor();
    await page.getByRole("button", { name: "Make it a favourite" }).click();
    await page.getByRole("button", { name: "No longer a favourite" }).waitFor();
  });
});

test("a viewer sees neither audit nor controls; an unknown device says so; dark is as clear", async () => {
  const { id } = await givenDevice({ display_name: "ap-1" });
  const as = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as, path: `/inventory/${id}?tab=audit`, colorScheme: "dark" }, async (page) => {
    await page.getByRole("heading", { name: "ap-1", level: 1 }).waitFor();
    await page.getByText("No link of this device is recorded").waitFor();
    expect(await page.getByRole("tab", { name: "Audit" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Delete" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Edit" }).count()).toBe(0);
    await expectAccessible(page);
    await page.goto("/inventory/999999");
    await page.getByText("There is no such device").waitFor();
    await expectAccessible(page);
  });
});

test("deleting the device leads back to the inventory", async () => {
  const { id } = await givenDevice({ display_name: "old-1", interfaces: [{ name: "eth0" }] });
  const as = await givenPerson({ service });
  await inBrowser(service, { as, path: `/inventory/${id}` }, async (page) => {
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete old-1?" });
    await dialog.getByText("1 interface", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("old-1 deleted").waitFor();
    await page.waitForURL("**/inventory");
  });
  expect((await admin.fetch(`/api/v1/topology/devices/${id}`)).status).toBe(404);
});
