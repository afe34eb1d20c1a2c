import { afterAll, expect, test } from "bun:test";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const post = (path: string, body: unknown) => admin.send<{ id: number }>("POST", `/api/v1${path}`, body);
await post("/topology/devices", { name: "core-1", ip_address: "192.0.2.1" });
await post("/monitors", { name: "portal-internal", url: "https://portal.example.com", enabled: false });

const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;

test("a status page is made, previewed, published, read by everybody, taken back and deleted", async () => {
  const person = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as: person, path: "/administration/status-pages" }, async (page) => {
    await page.getByText("No status page yet").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "New status page" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Example Co.");
    expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toBe("example-co");
    await page.getByRole("textbox", { name: "Address" }).fill("Example Co");
    await page.getByRole("button", { name: "Make status page" }).click();
    await page.getByText("Small letters, digits and single hyphens").waitFor();
    await page.getByRole("textbox", { name: "Address" }).fill("example-co");

    await page.getByRole("textbox", { name: "Add to Services" }).fill("portal");
    await page.getByRole("option", { name: "portal-internal monitor" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Make status page" }).click();
    await page.getByText("A component has no name for the public").waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("textbox", { name: "Public name of portal-internal" }).fill("Customer portal");

    await page.getByRole("button", { name: "Add group" }).click();
    await page.getByRole("textbox", { name: "Name of the group" }).nth(1).fill("Offices");
    await page.getByRole("textbox", { name: "Add to Offices" }).fill("core");
    await page.getByRole("option", { name: "core-1 device" }).click();
    await page.getByRole("textbox", { name: "Public name of core-1" }).fill("Berlin");
    // By keyboard through the end of one group into the other, the focus with it.
    const up = page.getByRole("button", { name: "Move core-1 up" });
    await up.focus();
    await page.keyboard.press("Enter");
    const services = page.getByRole("list", { name: "Shown in Services" });
    await services.getByRole("button", { name: "Move core-1 up" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Move core-1 up");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Make status page" }).click();

    const row = page.getByRole("row", { name: /Example Co\./ });
    await row.getByText("not published").waitFor();
    await row.getByText("2 components").waitFor();
    await expectAccessibleInBothSchemes(page);
    const [preview] = await Promise.all([
      page.context().waitForEvent("page"),
      row.getByRole("link", { name: "Preview Example Co." }).click(),
    ]);
    await preview.getByText("Preview: this page is not published").waitFor();
    await preview.getByRole("heading", { level: 1, name: "Example Co." }).waitFor();
    await preview.close();

    await row.getByRole("link", { name: "Example Co.", exact: true }).click();
    await page.getByRole("checkbox", { name: "Published" }).check();
    await page.getByRole("button", { name: "Save status page" }).click();
    await row.getByText("published", { exact: true }).waitFor();
  });

  const visit = { path: "/status/example-co" };
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await inBrowser(service, { ...visit, viewport, javaScriptEnabled: false }, async (page) => {
      await page.getByRole("heading", { level: 1, name: "Example Co." }).waitFor();
      const names = page.getByRole("region").or(page.locator("section")).locator(".name");
      expect(await names.allTextContents()).toEqual(["Berlin", "Customer portal"]);
      expect(await page.content()).not.toContain("portal-internal");
    });
    await inBrowser(service, { ...visit, viewport }, async (page) => {
      await page.getByText("Customer portal", { exact: true }).waitFor();
      await expectAccessible(page);
      expect(await page.evaluate(isWide)).toBe(false);
    });
  }
  await inBrowser(service, { ...visit, colorScheme: "dark" }, expectAccessible);

  await inBrowser(service, { as: person, path: "/administration/status-pages" }, async (page) => {
    await page.getByRole("button", { name: "Delete Example Co." }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/gone for everybody at once/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No status page yet").waitFor();
  });
  expect((await fetch(`${service.url}/status/example-co`)).status).toBe(404);
});
