import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(30_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const PATH = "/api/v1/tools/snmp/profiles";

test("a profile is made on a phone, chosen for a device, changed and deleted", async () => {
  const person = await givenPerson({ service });
  const device = await admin.send<{ id: number }>("POST", "/api/v1/topology/devices", { hostname: "core-1" });
  const phone = { width: 390, height: 844 };
  const options = { as: person, path: "/administration/snmp-profiles", viewport: phone };
  await inBrowser(service, options, async (page) => {
    await page.getByText("No SNMP profiles yet").waitFor();
    await page.getByRole("button", { name: "New profile" }).click();
    const making = page.getByRole("dialog", { name: "New SNMP profile" });
    await making.getByRole("textbox", { name: "Name" }).fill("Core switches");
    await making.getByRole("combobox", { name: "Version" }).selectOption("v3");
    await making.getByRole("button", { name: "Create profile" }).click();
    for (const missing of ["user", "authentication key", "encryption key"])
      await making.getByText(`The ${missing} is missing`).waitFor();
    await making.getByRole("textbox", { name: "User" }).fill("netatlas");
    await making.getByLabel("Authentication key").fill("short");
    await making.getByLabel("Encryption key").fill("private-enough");
    await making.getByRole("button", { name: "Create profile" }).click();
    await making.getByText("The authentication key has at least 8 characters").waitFor();
    await expectAccessible(page);
    await making.getByLabel("Authentication key").fill("authentic-enough");
    await making.getByRole("button", { name: "Create profile" }).click();
    await page.getByRole("row", { name: /Core switches.*v3.*netatlas, SHA-256, AES-128/ }).waitFor();
    await expectAccessibleInBothSchemes(page);

    await page.goto(`/inventory/${device.id}/edit`);
    await page.getByRole("combobox", { name: "SNMP profile" }).selectOption("Core switches");
    await page.getByRole("button", { name: "Save device" }).click();
    await page.waitForURL(`**/inventory/${device.id}`);
    const [profile] = await admin.get<{ id: number }[]>(PATH);
    expect(await admin.get(`/api/v1/topology/devices/${device.id}`)).toMatchObject({
      snmp_profile_id: profile?.id,
    });

    await page.goto("/administration/snmp-profiles");
    await page.getByRole("button", { name: "Edit Core switches" }).click();
    const changing = page.getByRole("dialog", { name: "Change Core switches" });
    await changing.getByRole("combobox", { name: "Version" }).selectOption("v2c");
    await changing.getByLabel("Community").fill("public");
    await changing.getByRole("button", { name: "Save profile" }).click();
    await page.getByRole("row", { name: /Core switches.*v2c.*community/ }).waitFor();

    await page.getByRole("button", { name: "Delete Core switches" }).click();
    await page.getByText("1 device has it, and will have none.").waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("No SNMP profiles yet").waitFor();
    expect(await admin.get(PATH)).toEqual([]);
  });
});
