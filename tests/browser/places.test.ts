import { afterAll, expect, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

test("a site and a group in it are added, changed, and deleted without their devices", async () => {
  await inBrowser(
    service,
    { as: await givenPerson({ service }, "NetworkAdmin"), path: "/inventory" },
    async (page) => {
      await page.getByRole("link", { name: "Sites and groups" }).click();
      await page.getByText("No sites yet").waitFor();
      await page.getByText("No groups yet").waitFor();
      await expectAccessible(page);

      await page.getByRole("button", { name: "Add site" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Add site" }).click();
      await dialog.getByText("The name is missing").waitFor();
      await dialog.getByRole("textbox", { name: "Name" }).fill("berlin");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Add site" }).click();
      await page.getByRole("row", { name: /^berlin – – 0/ }).waitFor();

      await page.getByRole("button", { name: "Add group" }).click();
      await dialog.getByRole("textbox", { name: "Name" }).fill("office");
      await dialog.getByRole("combobox", { name: "Site" }).selectOption("berlin");
      await dialog.getByRole("textbox", { name: "VLAN" }).fill("20");
      await dialog.getByRole("textbox", { name: "Network" }).fill("10.20.0.0/99");
      await dialog.getByRole("button", { name: "Add group" }).click();
      await dialog.getByText(/does not appear to be/).waitFor();
      await expectAccessible(page);
      await dialog.getByRole("textbox", { name: "Network" }).fill("10.20.0.0/24");
      await dialog.getByRole("button", { name: "Add group" }).click();
      await page.getByRole("row", { name: "office berlin – 20 10.20.0.0/24 0" }).waitFor();

      await page.getByRole("button", { name: "Edit berlin" }).click();
      await dialog.getByRole("textbox", { name: "Shown as" }).fill("Berlin");
      await dialog.getByRole("button", { name: "Save site" }).click();
      await page.getByRole("row", { name: /^office Berlin/ }).waitFor();

      const [site] = await admin.get<{ id: number }[]>("/api/v1/topology/sites");
      await admin.send("POST", "/api/v1/topology/devices", {
        display_name: "sw-1",
        ip_address: "10.20.0.2",
        site_id: site?.id,
      });
      await page.reload();
      await page.getByRole("row", { name: /^Berlin – – 1/ }).waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Delete Berlin" }).click();
      await dialog.getByText(/stays, without it: 1 device/).waitFor();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Delete" }).click();
      await page.getByText("No sites yet").waitFor();
      expect(await admin.get<unknown[]>("/api/v1/topology/devices")).toHaveLength(1);
    },
  );
});

test("who may not change the topology sees sites and groups, and no control", async () => {
  const { id } = await admin.send<{ id: number }>("POST", "/api/v1/topology/groups", { name: "guests" });
  await inBrowser(
    service,
    { as: await givenPerson({ service }, "Viewer"), path: "/inventory/places", colorScheme: "dark" },
    async (page) => {
      await page.getByRole("row", { name: /^guests/ }).waitFor();
      await expectAccessible(page);
      expect(await page.getByRole("button", { name: /^(?:Add|Edit|Delete)/ }).count()).toBe(0);
    },
  );
  // The other test begins without any.
  await admin.send("DELETE", `/api/v1/topology/groups/${id}`);
});
