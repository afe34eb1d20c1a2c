import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

type Made = { id: number };
const given = (path: string, body: unknown) => admin.send<Made>("POST", `/api/v1${path}`, body);
const read = (id: number) => admin.get<{ notes: string | null }>(`/api/v1/topology/devices/${id}`);

test("two devices are merged side by side, with what is kept chosen field by field; also on a phone", async () => {
  const core = await given("/topology/devices", {
    display_name: "Core",
    ip_address: "10.1.0.1",
    notes: "old",
  });
  const again = await given("/topology/devices", {
    display_name: "Core again",
    ip_address: "10.1.0.2",
    os: "ExampleOS",
    notes: "new",
  });
  const third = await given("/topology/devices", { display_name: "Third", ip_address: "10.1.0.3" });
  await given("/topology/relationships", { source_device_id: again.id, target_device_id: third.id });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/inventory/${core.id}` }, async (page) => {
    await page.getByRole("button", { name: "Merge with…" }).click();
    const dialog = page.getByRole("dialog", { name: "Merge with Core" });
    await dialog.getByRole("textbox", { name: "Other device" }).fill("again");
    await page.getByRole("option", { name: /Core again/ }).click();
    await dialog.getByText("1 link moved here").waitFor();
    expect(page.url()).toContain(`merge=${again.id}`);
    const notes = dialog.getByRole("radiogroup", { name: "Notes" });
    expect(await notes.getByRole("radio", { name: "old" }).isChecked()).toBe(true);
    const system = dialog.getByRole("radiogroup", { name: "Operating system" });
    expect(await system.getByRole("radio", { name: "ExampleOS" }).isChecked()).toBe(true);
    await notes.getByRole("radio", { name: "new" }).check();
    await expectAccessible(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByText("Core again is Core now").waitFor();
    await page.getByText("ExampleOS").waitFor();
  });
  expect(await read(core.id)).toMatchObject({
    display_name: "Core",
    notes: "new",
    os: "ExampleOS",
    additional_addresses: ["10.1.0.2"],
  });
  expect((await admin.fetch(`/api/v1/topology/devices/${again.id}`)).status).toBe(404);
});
