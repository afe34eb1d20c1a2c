import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { closeMeasuringAgents, chassis, startMeasuringAgent } from "../features/sensors/measuring-agent";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(async () => {
  closeMeasuringAgents();
  await service.remove();
});

type Made = { id: number };
const given = (path: string, body: unknown) => admin.send<Made>("POST", `/api/v1${path}`, body);

const agent = await startMeasuringAgent(chassis(23.5));
const profile = await given("/tools/snmp/profiles", { name: "Lab", community: "public", port: agent.port });
const device = await given("/topology/devices", {
  display_name: "Chassis",
  ip_address: "127.0.0.1",
  snmp_profile_id: profile.id,
});
const plain = await given("/topology/devices", { display_name: "Plain", ip_address: "192.0.2.9" });
const poll = () => admin.send("POST", `/api/v1/topology/devices/${device.id}/poll`, undefined);
await poll();

test("what a device measures is shown by kind, with a chart, and gets bounds that the chart draws", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/inventory/${device.id}` }, async (page) => {
    const section = page.getByRole("region", { name: "Sensors" });
    await section.getByRole("heading", { name: "Temperature" }).waitFor();
    await section.getByRole("button", { name: /Fan tray 1.*4,200 rpm/ }).waitFor();
    await section.getByRole("button", { name: /Inlet.*23\.5 °C.*OK/ }).click();
    const dialog = page.getByRole("dialog", { name: "Inlet" });
    await dialog.getByRole("figure", { name: "Inlet in °C" }).waitFor();
    await dialog.getByRole("button", { name: "Set bounds" }).click();
    await dialog.getByRole("textbox", { name: "Warning above" }).fill("30");
    await dialog.getByRole("textbox", { name: "Critical above" }).fill("20");
    await dialog.getByRole("button", { name: "Save sensor" }).click();
    await dialog.getByText("critical_above must be >= warn_above").waitFor();
    await dialog.getByRole("textbox", { name: "Critical above" }).fill("40");
    await dialog.getByRole("button", { name: "Save sensor" }).click();
    await dialog.getByText("Warning above 30 °C").waitFor();
    await dialog.getByText("Critical above 40 °C").waitFor();
    await expectAccessible(page);
  });
  const sensors = await admin.get<{ name: string; warn_above: number | null }[]>(
    `/api/v1/topology/devices/${device.id}/sensors`,
  );
  expect(sensors.find(({ name }) => name === "Inlet")).toMatchObject({ warn_above: 30 });
});

test("on a phone a value is read by its OID, kept as a sensor and deleted; a device without a profile says what it takes", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  const viewport = { width: 390, height: 844 };
  await inBrowser(service, { as: person, path: `/inventory/${device.id}`, viewport }, async (page) => {
    const section = page.getByRole("region", { name: "Sensors" });
    await section.getByRole("button", { name: "Add sensor" }).click();
    const dialog = page.getByRole("dialog", { name: "New sensor" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Tenths");
    await dialog.getByRole("textbox", { name: "OID" }).fill("1.3.6.1.2.1.99.1.1.1.4.11");
    await dialog.getByRole("textbox", { name: "Divided by" }).fill("10");
    await dialog.getByRole("button", { name: "Read it now" }).click();
    await dialog.getByText("23.5 (Integer32: 235)").waitFor();
    await expectAccessibleInBothSchemes(page);
    await dialog.getByRole("button", { name: "Add sensor" }).click();
    await section.getByRole("button", { name: /^Tenths/ }).click();
    const own = page.getByRole("dialog", { name: "Tenths" });
    await own.getByText("No value in this time.").waitFor();
    await own.getByRole("button", { name: "Delete" }).click();
    await page
      .getByRole("dialog", { name: "Delete Tenths?" })
      .getByRole("button", { name: "Delete" })
      .click();
    await section.getByRole("button", { name: /^Tenths/ }).waitFor({ state: "detached" });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);

    await page.goto(`/inventory/${plain.id}`);
    await page.getByText("Not read: it takes an address and an SNMP profile.").waitFor();
  });
});
