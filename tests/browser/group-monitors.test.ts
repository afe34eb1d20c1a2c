import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { waitFor } from "../support/wait-for";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

setDefaultTimeout(patient(90_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const site = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("well") });
afterAll(() => site.stop(true));

type Made = { id: number };
const post = (body: unknown) => admin.send<Made>("POST", "/api/v1/monitors", body);
const PAGE = "/monitoring/monitors";

const choose = async (page: Page, name: string) => {
  await page.getByRole("textbox", { name: "Add by name" }).fill(name);
  await page.getByRole("option", { name }).waitFor();
  await page.keyboard.press("Enter");
};

test("a group is made by keyboard, tried, and shows its members with the worst first", async () => {
  await post({ name: "shop-a", url: site.url.href });
  const { id: b } = await post({
    name: "shop-b",
    url: `${site.url.href}b`,
    accepted_status_codes: "500",
    retry_interval_seconds: 5,
  });
  await post({ kind: "group", name: "shop-others", members: [{ kind: "monitor", id: b }] });
  await waitFor(
    "shop-b to be down",
    async () => {
      // An API key may not ask too often.
      await Bun.sleep(1000);
      const { last_status: status } = await admin.get<{ last_status: string }>(`/api/v1/monitors/${b}`);
      return status === "offline";
    },
    30_000,
  );
  await inBrowser(service, { as: await givenPerson({ service }), path: `${PAGE}/new` }, async (page) => {
    await page.getByRole("combobox", { name: "Kind" }).selectOption("Others together");
    await page.getByRole("button", { name: "Add monitor" }).click();
    await page.getByText("A group needs a member").waitFor();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Web shop");
    await choose(page, "shop-a");
    await choose(page, "shop-b");
    const members = page.getByRole("list", { name: "Members" });
    expect(await members.getByRole("listitem").allTextContents()).toEqual(["monitorshop-a", "monitorshop-b"]);
    // A group can be in no other.
    await page.getByRole("textbox", { name: "Add by name" }).fill("shop-others");
    await page.getByText("Nothing matches").waitFor();
    await page.getByRole("textbox", { name: "Add by name" }).fill("");
    await page.keyboard.press("Escape");
    await members.getByRole("button", { name: "Leave out shop-a" }).focus();
    await page.keyboard.press("Enter");
    const next = members.getByRole("button", { name: "Leave out shop-b" });
    await page.waitForFunction(
      () => document.activeElement?.getAttribute("aria-label") === "Leave out shop-b",
    );
    expect(await next.count()).toBe(1);
    await choose(page, "shop-a");
    await page.keyboard.press("Escape");
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("button", { name: "Try it now" }).click();
    await page.getByText("1 of 2 down: shop-b").waitFor();
    await page.getByRole("combobox", { name: "It is up while" }).selectOption("Any of them is up");
    await page.getByRole("button", { name: "Add monitor" }).click();

    await page.getByRole("heading", { name: "Web shop" }).waitFor();
    const rows = page.getByRole("table", { name: "Members" }).getByRole("row");
    await rows.nth(1).getByText("Down", { exact: true }).waitFor();
    expect(await rows.getByRole("link").allTextContents()).toEqual(["shop-b", "shop-a"]);
    await page.getByText("Up while any of 2 members is").first().waitFor();
    await page.getByText("1 of 2 down: shop-b").first().waitFor();
    await expectAccessibleInBothSchemes(page);
    await rows.getByRole("link", { name: "shop-b" }).click();
    await page.getByRole("heading", { name: "shop-b" }).waitFor();
  });
});

test("a check of many devices is chosen on one of them by the name of the device", async () => {
  const device = (name: string, address: string, type: string) =>
    admin.send<Made>("POST", "/api/v1/topology/devices", { name, ip_address: address, device_type: type });
  const one = await device("rack-a-1", "127.0.0.1", "rack");
  await device("rack-b-1", "127.0.0.2", "rack");
  await device("desk-a-1", "127.0.0.3", "desk");
  const check = await admin.send<Made>("POST", "/api/v1/monitoring/service-checks", {
    check_type: "tcp",
    port: 9,
    label: "Discard",
    scope: { types: ["rack"] },
  });
  await inBrowser(service, { as: await givenPerson({ service }), path: `${PAGE}/new` }, async (page) => {
    await page.getByRole("combobox", { name: "Kind" }).selectOption("Others together");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("One rack");
    const find = page.getByRole("textbox", { name: "Add by name" });
    await find.fill("desk-a-1");
    await page.getByRole("option", { name: "desk-a-1" }).waitFor();
    expect(await page.getByRole("option", { name: "Discard" }).count()).toBe(0);
    await find.fill("rack-a-1");
    await page.getByRole("option", { name: "Discard on rack-a-1" }).click();
    await page.keyboard.press("Escape");
    const members = page.getByRole("list", { name: "Members" });
    expect(await members.getByRole("listitem").allTextContents()).toEqual(["checkDiscard on rack-a-1"]);
    await page.getByRole("button", { name: "Add monitor" }).click();
    await page.getByRole("heading", { name: "One rack" }).waitFor();
  });
  const monitors = await admin.get<{ name: string; members: unknown[] }[]>("/api/v1/monitors");
  expect(monitors.find(({ name }) => name === "One rack")?.members).toEqual([
    { kind: "service_check", id: check.id, device_id: one.id },
  ]);
});
