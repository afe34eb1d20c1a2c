import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

setDefaultTimeout(patient(90_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const LIST = "/inventory?tag=lab";

await admin.send("POST", "/api/v1/topology/devices", { display_name: "probe-1", tags: ["lab"] });

test("a device's form leads back to where it was opened, and Back never into the form again", async () => {
  const as = await givenPerson({ service });
  await inBrowser(service, { as, path: LIST }, async (page) => {
    const atList = () => page.waitForURL(`**${LIST}`);
    const name = page.getByRole("textbox", { name: "Name", exact: true });

    await page.getByRole("link", { name: "Add device" }).click();
    await page.getByRole("heading", { name: "Add device" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await atList();

    await page.getByRole("link", { name: "Add device" }).click();
    await name.fill("probe-2");
    await page.getByRole("button", { name: "Add device" }).click();
    await page.getByRole("heading", { name: "probe-2", level: 1 }).waitFor();
    await page.goBack();
    await atList();

    await page.getByRole("link", { name: "probe-1", exact: true }).click();
    await page.getByRole("tab", { name: "Addresses" }).click();
    await page.waitForURL("**?tab=addresses");
    await page.getByRole("link", { name: "Edit" }).click();
    await name.fill("probe-one");
    await page.getByRole("button", { name: "Save device" }).click();
    await page.getByRole("heading", { name: "probe-one", level: 1 }).waitFor();
    expect(page.url()).toEndWith("?tab=addresses");
    await page.goBack();
    await page.goBack();
    await atList();
    await page.getByRole("link", { name: "probe-one", exact: true }).waitFor();
  });
});
