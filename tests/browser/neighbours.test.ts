import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";
import { closeSwitches, startSwitch } from "../features/neighbours/switch";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(async () => {
  closeSwitches();
  await service.remove();
});

type Made = { id: number };
const given = (path: string, body: unknown) => admin.send<Made>("POST", `/api/v1${path}`, body);

const agent = await startSwitch(
  {
    ports: [[1, 5, "Gi0/1", "uplink"]],
    lldp: [
      { port: 1, chassis: [4, Buffer.from("00005e005301", "hex")], remotePort: [5, "Te1/1"], name: "core-1" },
      { port: 2, chassis: [7, "somebody"], remotePort: [5, "eth0"], name: "stranger" },
      { port: 3, chassis: [7, "anybody"], remotePort: [5, "eth1"], name: "wanderer" },
    ],
    arp: [{ address: "10.1.0.9", mac: "00005e005309" }],
  },
  { sysName: "access-1", sysDescr: "ExampleOS 7.1" },
);
const profile = await given("/tools/snmp/profiles", { name: "Lab", community: "public", port: agent.port });
const access = await given("/topology/devices", {
  display_name: "Access 1",
  ip_address: "127.0.0.1",
  os: "Typed",
  snmp_profile_id: profile.id,
});
const core = await given("/topology/devices", { display_name: "Core 1", mac_address: "00:00:5e:00:53:01" });
const printer = await given("/topology/devices", { display_name: "Printer", ip_address: "10.1.0.9" });
const waitForInterval = (minutes: number) =>
  waitFor("the interval to be kept", async () => {
    const schedule = await admin.get<{ interval_minutes: number | null }>("/api/v1/lldp/schedule");
    return schedule.interval_minutes === minutes;
  });
const links = () =>
  admin.get<{ origin: string; source_interface: string }[]>("/api/v1/topology/relationships");

test("a device is asked on its page, and the link is kept on the map", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/inventory/${access.id}` }, async (page) => {
    await page.getByRole("button", { name: "Scan neighbours" }).click();
    await page.getByRole("row", { name: /Gi0\/1.*Core 1.*Te1\/1.*LLDP.*no link/ }).waitFor();
    await page.getByRole("row", { name: /port 2.*stranger.*eth0/ }).waitFor();

    const [neighbour] = await admin.get<Made[]>("/api/v1/lldp/neighbours?state=suggested");
    await page.goto(`/topology?id=suggestion-${neighbour?.id}`);
    await page.getByRole("heading", { name: "Access 1 – Core 1" }).waitFor();
    await page.getByText("by its MAC address").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Keep link" }).click();
    await page.getByRole("heading", { name: "Access 1 – Core 1" }).waitFor({ state: "detached" });
    expect(await links()).toMatchObject([{ origin: "measured", source_interface: "Gi0/1" }]);
  });
});

test("on a phone a neighbour is matched by hand, dismissed and found again; scans say when", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  const viewport = { width: 390, height: 844 };
  await inBrowser(service, { as: person, path: "/neighbours", viewport }, async (page) => {
    await page.getByRole("button", { name: "Scan all devices" }).click();
    await page.getByRole("button", { name: /^Match: wanderer/ }).click();
    const dialog = page.getByRole("dialog", { name: "Which device is wanderer?" });
    await dialog.getByRole("textbox", { name: "Device" }).fill("Print");
    await page.getByRole("option", { name: /Printer/ }).click();
    await page.getByRole("row", { name: /wanderer.*Printer.*chosen by somebody.*Suggested/ }).waitFor();
    await page.getByRole("button", { name: /^Dismiss: wanderer/ }).click();
    await page.getByRole("row", { name: /wanderer/ }).waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Show" }).selectOption("Dismissed");
    await page.getByRole("row", { name: /wanderer.*Dismissed/ }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("tab", { name: "Scans" }).click();
    await page.getByRole("row", { name: /Access 1.*complete/ }).waitFor();
    await page.getByRole("combobox", { name: /are asked/ }).selectOption("Every day");
    await waitForInterval(1440);
  });
});

test("what a device says by SNMP is shown before it is written, and what replaces something only where it is chosen", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/inventory/${access.id}` }, async (page) => {
    await page.getByRole("button", { name: "Read by SNMP" }).click();
    const dialog = page.getByRole("dialog", { name: "Read by SNMP" });
    await dialog.getByRole("row", { name: /Operating system of Access 1.*Typed.*ExampleOS 7\.1/ }).waitFor();
    expect(await dialog.getByRole("checkbox", { name: "Operating system of Access 1" }).isChecked()).toBe(
      false,
    );
    expect(await dialog.getByRole("checkbox", { name: "MAC of Printer" }).isChecked()).toBe(true);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: /^Apply \d changes?$/ }).click();
    await page.getByText(/devices? changed/).waitFor();
    await page.getByText("access-1", { exact: true }).first().waitFor();
  });
  expect(await admin.get(`/api/v1/topology/devices/${printer.id}`)).toMatchObject({
    mac_address: "00:00:5e:00:53:09",
  });
  expect(await admin.get(`/api/v1/topology/devices/${access.id}`)).toMatchObject({
    os: "Typed",
    hostname: "access-1",
  });
  expect(core.id).toBeGreaterThan(0);
});
