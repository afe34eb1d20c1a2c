import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

setDefaultTimeout(patient(90_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const device = (name: string, address: string) =>
  admin.send<{ id: number }>("POST", "/api/v1/topology/devices", { display_name: name, ip_address: address });
const pathOf = (id: number) => `/monitoring/devices/${id}`;
const part = (page: Page) => page.getByRole("region", { name: "Depends on", exact: true });

test("what a device depends on is chosen by keyboard, refused in a circle, and shown on both sides", async () => {
  const edge = await device("edge", "127.0.0.2");
  const core = await device("core switch", "127.0.0.3");
  const backup = await device("backup switch", "127.0.0.4");
  await inBrowser(service, { as: await givenPerson({ service }), path: pathOf(edge.id) }, async (page) => {
    await part(page).getByText("Nothing: no link of the map leads to it").waitFor();
    await part(page).getByRole("button", { name: "Choose" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "What edge depends on" });
    await dialog.getByRole("radio", { name: "From the map" }).focus();
    await page.keyboard.press("ArrowDown");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Name a device").first().waitFor();
    const add = async (name: string) => {
      await dialog.getByRole("textbox", { name: "Add by name" }).fill(name);
      await page.getByRole("option", { name }).waitFor();
      await page.keyboard.press("Enter");
    };
    await add("core switch");
    await add("backup switch");
    const chosen = dialog.getByRole("list", { name: "Devices" });
    expect(await chosen.getByRole("listitem").allTextContents()).toEqual(["core switch", "backup switch"]);
    await chosen.getByRole("button", { name: "Leave out core switch" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      () => document.activeElement?.getAttribute("aria-label") === "Leave out backup switch",
    );
    await add("core switch");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await part(page).getByText("Chosen here: it is unreachable, not down").waitFor();
    // The list of what is chosen is by name.
    expect(await part(page).getByRole("link").allTextContents()).toEqual(["backup switch", "core switch"]);
    await expectAccessibleInBothSchemes(page);

    await part(page).getByRole("link", { name: "core switch" }).click();
    await part(page).getByText("1 device; 0 of them without another way").waitFor();
    await part(page).getByRole("button", { name: "Choose" }).click();
    const second = page.getByRole("dialog", { name: "What core switch depends on" });
    await second.getByRole("radio", { name: "These devices" }).check();
    await second.getByRole("textbox", { name: "Add by name" }).fill("edge");
    await page.getByRole("option", { name: "edge" }).waitFor();
    await page.keyboard.press("Enter");
    await second.getByRole("button", { name: "Save" }).click();
    await second.getByText("it would depend on itself: core switch → edge → core switch").first().waitFor();
    await second.getByRole("radio", { name: "Nothing" }).check();
    // Somebody else is faster.
    await admin.send("PUT", `/api/v1/monitoring/devices/${core.id}/dependencies`, {
      mode: "chosen",
      parent_ids: [backup.id],
    });
    await second.getByRole("button", { name: "Save" }).click();
    await second.getByText("somebody else has changed what it depends on").first().waitFor();
    await second.getByRole("button", { name: "Keep mine, then save" }).click();
    await second.getByRole("button", { name: "Save" }).click();
    await second.waitFor({ state: "detached" });
    await part(page).getByText("Chosen here: its failure is always its own.").waitFor();
  });
});

test("who may not write sees it, and no button", async () => {
  const { id } = await device("seen", "127.0.0.5");
  const as = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as, path: pathOf(id) }, async (page) => {
    await part(page).getByText("From the links of the map").waitFor();
    expect(await part(page).getByRole("button").count()).toBe(0);
  });
});
