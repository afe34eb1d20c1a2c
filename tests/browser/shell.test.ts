import { afterAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin, type Person } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Nothing sticks out to the right, where it could only be reached by scrolling sideways. */
async function expectNothingWider(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  expect(await page.locator("header").evaluate((header) => header.scrollWidth - header.clientWidth)).toBe(0);
}

/** From the sign-in by way of the palette to a page, and out again, without a pointer. */
async function travelByKeyboard(page: Page, { username, password }: Person): Promise<void> {
  await page.getByRole("textbox", { name: "User name" }).waitFor();
  await page.keyboard.type(username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Profile" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the page");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("page");
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: /^Search/ }).waitFor();
  await expectAccessible(page);
  await page.keyboard.type("inven");
  await page.getByRole("option", { name: /^Inventory/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Inventory" }).waitFor();
  expect(pathOf(page)).toBe("/inventory");
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await page.getByRole("heading", { name: "Profile" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search/ }).waitFor();
  await page.keyboard.type("sign out");
  await page.getByRole("option", { name: "Sign out" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("You are signed out.").waitFor();
}

describe.each([
  ["on a desk", { viewport: { width: 1280, height: 800 } }],
  ["on a tablet", { viewport: { width: 1024, height: 768 }, hasTouch: true }],
  ["enlarged to 200 %", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
] as const)("%s", (_, screen) => {
  test("the keyboard alone leads from the sign-in through the palette to a page", async () => {
    const person = await givenPerson({ service });
    await inBrowser(service, { ...screen, path: "/sign-in?to=/profile" }, (page) =>
      travelByKeyboard(page, person),
    );
  });

  test("the shell is accessible in the light and the dark scheme, and fits", async () => {
    const person = await givenPerson({ service });
    await inBrowser(service, { ...screen, as: person, path: "/profile" }, async (page) => {
      await page.getByText("No API keys yet").waitFor();
      await expectNothingWider(page, screen.viewport.width);
      await page.getByRole("button", { name: /^Account of/ }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
      await expectAccessibleInBothSchemes(page);
    });
  });
});

test("the sheet of shortcuts lists what works on the page, and nothing else", async () => {
  await admin.send("POST", "/api/v1/topology/devices", { display_name: "sw-1", ip_address: "192.0.2.1" });
  await inBrowser(service, { as: await givenPerson({ service }), path: "/inventory" }, async (page) => {
    await page.getByRole("row", { name: /sw-1/ }).waitFor();
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await page.keyboard.press("?");
    await sheet.getByText("Select the row").waitFor();
    await sheet.getByText("Edit the device of the row").waitFor();
    await sheet.getByText("Filter the devices").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });

    await page.keyboard.press("f");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Filter devices by text",
    );
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("e");
    await page.waitForURL("**/edit");

    await page.goto("/profile");
    await page.getByText("No API keys yet").waitFor();
    await page.keyboard.press("?");
    await sheet.getByText("Search anything").first().waitFor();
    expect(await sheet.getByText("Select the row").count()).toBe(0);
  });
});

test("the tab is called after the thing that is open, however it was reached", async () => {
  const { id } = await admin.send<{ id: number }>("POST", "/api/v1/topology/devices", {
    display_name: "rt-title",
    ip_address: "192.0.2.2",
  });
  const subnet = await admin.send<{ id: number }>("POST", "/api/v1/ipam/subnets", {
    name: "Titles",
    cidr: "192.0.2.0/24",
  });
  const title = (page: Page, wanted: string) =>
    waitFor(`the title ${wanted}`, async () => (await page.title()) === `${wanted} · Netatlas`);
  await inBrowser(service, { as: await givenPerson({ service }), path: "/inventory" }, async (page) => {
    await page.getByRole("row", { name: /rt-title/ }).click();
    await title(page, "rt-title");
    await page.getByRole("link", { name: "Edit" }).click();
    await title(page, "Edit device");
    // The device is known by now: its page has nothing to wait for.
    await page.goBack();
    await page.getByRole("heading", { name: "rt-title" }).waitFor();
    await title(page, "rt-title");
    expect(new URL(page.url()).pathname).toBe(`/inventory/${id}`);
    await page.goto(`/ipam/${subnet.id}`);
    await title(page, "192.0.2.0/24");
  });
});

test("an address that leads nowhere says so, inside the shell, with ways on", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/no/such/page" }, async (page) => {
    await page.getByText("There is no such page").waitFor();
    await page.getByRole("navigation", { name: "Pages" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to the start page" }).click();
    await page.getByText("There is no such page").waitFor({ state: "detached" });
    expect(pathOf(page)).not.toBe("/no/such/page");
  });
});

test("a page that an upgrade has taken away offers to be loaded anew, and then comes", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.getByText("No API keys yet").waitFor();
    await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404, body: "" }));
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.getByText("The service was upgraded").waitFor();
    await expectAccessible(page);
    await page.unroute("**/assets/*.js");
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("heading", { name: "Inventory" }).waitFor();
  });
});

test("leaving with changes asks, and staying keeps them", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    const name = page.getByRole("textbox", { name: "Display name" });
    await name.fill("Typed");
    await page.getByRole("link", { name: "Inventory" }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Stay");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("Typed");
    expect(pathOf(page)).toBe("/profile");
    await page.getByRole("link", { name: "Inventory" }).click();
    await page.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/inventory");
  });
});

test("signing out with changes asks too, from the menu and from the palette", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    const name = page.getByRole("textbox", { name: "Display name" });
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await name.fill("Typed");
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await dialog.getByRole("button", { name: "Stay" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("Typed");
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox", { name: /^Search/ }).fill("sign out");
    await page.getByRole("option", { name: "Sign out" }).click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("**/sign-in**");
  });
});

test("saved changes ask nothing", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.getByRole("textbox", { name: "Display name" }).fill("Ada");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("Profile saved").waitFor();
    await page.getByRole("link", { name: "Inventory" }).click();
    await page.waitForURL("**/inventory");
  });
});

test("a page that is gone to is shown from its top, wherever the one before was scrolled to", async () => {
  const person = await givenPerson({ service });
  const viewport = { width: 1280, height: 400 };
  await inBrowser(service, { as: person, path: "/profile", viewport }, async (page) => {
    await page.getByRole("button", { name: "Save profile" }).scrollIntoViewIfNeeded();
    const scrolled = () => page.locator("#page").evaluate(({ scrollTop }) => scrollTop);
    expect(await scrolled()).toBeGreaterThan(0);
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    await page.getByRole("heading", { name: "Exports", level: 1 }).waitFor();
    expect(await scrolled()).toBe(0);
  });
});

test("a page is printed to its end, over as many sheets as it takes, without what stands around it", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/administration/settings" }, async (page) => {
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    await page.getByRole("button", { name: /^Save/ }).last().waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("navigation", { name: "Pages" }).isVisible()).toBe(false);
    const hidden = await page.locator("#page").evaluate((box) => ({
      inside: box.scrollHeight - box.clientHeight,
      isBelow: document.documentElement.scrollHeight > window.innerHeight,
    }));
    expect(hidden).toEqual({ inside: 0, isBelow: true });
  });
});

test.each(["/discovery", "/syslog/status", "/syslog/formats"])(
  "%s asks for nothing ahead that the person may not see",
  async (path) => {
    const viewer = await givenPerson({ service }, "Viewer");
    await inBrowser(service, { as: viewer, path: "/profile" }, async (page) => {
      const refused: string[] = [];
      page.on("response", (answer) => {
        if (answer.status() === 403) refused.push(answer.url());
      });
      await page.goto(path);
      await page.getByText("You may not see this page").waitFor();
      // What the page asks for by itself is behind what it asks for ahead.
      await page.waitForLoadState("networkidle");
      expect(refused).toEqual([]);
    });
  },
);
