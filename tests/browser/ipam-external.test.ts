import { afterAll, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

test("a pool of public addresses is added, one of them assigned, and both are taken back", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/ipam?tab=external" }, async (page) => {
    await page.getByText("No external pools yet").waitFor();
    await page.getByRole("button", { name: "Add pool" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Uplink A");
    await page.getByRole("textbox", { name: "Addresses" }).fill("10.0.0.0/29");
    await page.getByRole("dialog").getByRole("button", { name: "Add pool" }).click();
    await page.getByText("External IP pools must use publicly routable address space").waitFor();
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Addresses" }).fill("8.8.8.0/29");
    await page.getByRole("dialog").getByRole("button", { name: "Add pool" }).click();

    await page.getByRole("button", { name: "Uplink A", exact: true }).click();
    await page.getByRole("button", { name: "Assign 8.8.8.2" }).click();
    await page.getByRole("textbox", { name: "Used for" }).fill("mail gateway");
    await page.getByRole("button", { name: "Assign address" }).click();
    await page.getByRole("row", { name: /8\.8\.8\.2.*in use.*mail gateway/ }).waitFor();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Edit Uplink A" }).click();
    await page.getByRole("button", { name: "Delete pool" }).click();
    await page.getByRole("listitem").filter({ hasText: "1 external assignment" }).waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("No external pools yet").waitFor();
  });
});
