import { afterAll, expect, test } from "bun:test";
import type { Page, Response } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const device = await admin.send<{ id: number }>("POST", "/api/v1/topology/devices", {
  display_name: "sw-berlin-1",
  ip_address: "10.20.0.7",
  mac_address: "00:1b:44:11:3a:b7",
});
const subnet = await admin.send<{ id: number }>("POST", "/api/v1/ipam/subnets", {
  name: "Berlin servers",
  cidr: "10.20.0.0/24",
});

const search = (page: Page) => page.getByRole("combobox", { name: /^Search/ });
const options = (page: Page) => page.getByRole("dialog", { name: "Search anything" }).getByRole("option");
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function openPalette(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("/");
  await search(page).waitFor();
}

test.each([
  ["a part of the name", "berlin"],
  ["the address", "10.20.0.7"],
  ["the address as IPv6 writes it", "::ffff:10.20.0.7"],
  ["the MAC address", "00:1b:44:11:3a:b7"],
  ["the MAC address with hyphens", "00-1B-44-11-3A-B7"],
  ["the MAC address in groups of four", "001b.4411.3ab7"],
])("a device is found by %s, and Enter opens it", async (_, text) => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await openPalette(page);
    await search(page).fill(text);
    await options(page).filter({ hasText: "sw-berlin-1" }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/inventory/${device.id}`);
  });
});

test("what is typed while the palette's code is on its way is in its field", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    let isAsked = false;
    const { promise: typed, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes("Search pages, devices, addresses and actions")) {
        isAsked = true;
        await typed;
      }
      await route.fulfill({ response });
    });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("berlinx");
    await page.keyboard.press("Backspace");
    expect(await search(page).count()).toBe(0);
    release();
    await page.keyboard.type("-1");
    await options(page).filter({ hasText: "sw-berlin-1" }).first().waitFor();
    expect(await search(page).inputValue()).toBe("berlin-1");
    expect(isAsked).toBe(true);
  });
});

test("no key of a quick hand is lost on the first Ctrl+K, on a slow machine", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    const machine = await page.context().newCDPSession(page);
    await machine.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("sw-berlin-1", { delay: 30 });
    await options(page).filter({ hasText: "sw-berlin-1" }).first().waitFor();
    expect(await search(page).inputValue()).toBe("sw-berlin-1");
  });
});

test("the palette's code is there before it is asked for", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    const isPalette = async (response: Response) =>
      response.url().endsWith(".js") &&
      // That of the page before is no longer to be had.
      (await response.text().catch(() => "")).includes("Search pages, devices, addresses and actions");
    const [response] = await Promise.all([page.waitForResponse(isPalette), page.reload()]);
    expect(response.ok()).toBe(true);
    expect(await search(page).count()).toBe(0);
  });
});

test("a network is found with its devices, by its address and length", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await openPalette(page);
    await search(page).fill("10.20.0.0/24");
    await options(page).filter({ hasText: "sw-berlin-1" }).first().waitFor();
    await expectAccessible(page);
    await options(page).filter({ hasText: "Berlin servers" }).click();
    await page.waitForURL(`**/ipam/${subnet.id}`);
  });
});

test("Ctrl-Enter opens another tab, and what was opened is offered first the next time", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await openPalette(page);
    await search(page).fill("sw-berlin");
    await options(page).filter({ hasText: "sw-berlin-1" }).first().waitFor();
    const opened = page.context().waitForEvent("page");
    await page.keyboard.press("Control+Enter");
    const other = await opened;
    await other.waitForURL(`**/inventory/${device.id}`);
    await other.getByRole("heading", { level: 1 }).waitFor();
    expect(pathOf(page)).toBe("/profile");
    await page.bringToFront();
    await page.keyboard.press("Control+k");
    expect(await options(page).first().textContent()).toBe("sw-berlin-1");
  });
});

test("nobody is offered what they may not open or do", async () => {
  await admin.send("POST", "/api/v1/admin/roles", { name: "Onlooker" });
  const person = await givenPerson({ service }, "Onlooker");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await openPalette(page);
    expect(await options(page).filter({ hasText: "Add device" }).count()).toBe(0);
    expect(await options(page).filter({ hasText: "Syslog" }).count()).toBe(0);
    await search(page).fill("10.20.0.7");
    await options(page).filter({ hasText: "sw-berlin-1" }).first().waitFor();
    expect(await options(page).filter({ hasText: "Events with" }).count()).toBe(0);
  });
});

test("the next key cancels what is asked for, and an old answer is never opened", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    const asked: string[] = [];
    await page.route("**/api/v1/lookup/**", async (route) => {
      asked.push(decodeURIComponent(new URL(route.request().url()).pathname.split("/").pop() ?? ""));
      await route.continue();
    });
    await openPalette(page);
    await search(page).pressSequentially("sw-berlin");
    await options(page).filter({ hasText: "sw-berlin-1" }).first().waitFor();
    await search(page).fill("sw-berlin-2");
    await page.keyboard.press("Enter");
    await options(page).filter({ hasText: "Events with sw-berlin-2" }).waitFor();
    expect(pathOf(page)).toBe("/profile");
    expect(asked).toEqual(["sw-berlin", "sw-berlin-2"]);
  });
});

test("a search that fails leaves pages and actions, and says so", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.route("**/api/v1/lookup/**", (route) =>
      route.fulfill({ status: 429, json: { detail: "Too many calls" } }),
    );
    await openPalette(page);
    await search(page).fill("inv");
    await page.getByText("Only pages and actions are listed. Too many calls").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/inventory");
  });
});
