import { afterAll, expect, onTestFinished, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebService, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

setDefaultTimeout(patient(150_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const site = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("well") });
afterAll(() => site.stop(true));

const post = (path: string, body: unknown) => admin.send<{ id: number }>("POST", `/api/v1${path}`, body);
const list = (page: Page, name: string) => page.getByRole("grid", { name });
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Selected rows" });

test("from an empty service to the first green heartbeat it takes three clicks, a password and an address", async () => {
  const empty = await startWebService();
  onTestFinished(() => empty.remove());
  await inBrowser(empty, {}, async (page) => {
    const clicks = await countClicks(page);
    await page.getByRole("heading", { name: "Create the first administrator" }).waitFor();
    await page.getByRole("textbox", { name: "User name" }).fill("root");
    await page.getByRole("textbox", { name: "Password", exact: true }).fill("a long enough password");
    await page.getByRole("textbox", { name: "Password again" }).fill("a long enough password");
    await page.getByRole("button", { name: "Create administrator" }).click();
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await page.getByRole("link", { name: "Monitoring" }).first().click();
    await page.getByText("Nothing is watched yet").waitFor();
    const lists = page.getByRole("navigation", { name: "What is watched" });
    expect(await lists.locator("[aria-current=page]").allTextContents()).toEqual(["Devices 0"]);
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.type("the nas");
    await page.keyboard.press("Enter");
    await page.getByText("“the nas” is no address, host name or URL").waitFor();
    await page.getByRole("textbox", { name: "Address, host name or URL" }).fill("127.0.0.1");
    await page.getByRole("button", { name: "Watch it" }).click();
    const row = rowOf(page, "127.0.0.1");
    await row.getByText("Up", { exact: true }).waitFor();
    await row.getByRole("img", { name: /^127\.0\.0\.1\. Last 1 check: 1 up\. Newest: / }).waitFor();
    expect(clicks.count).toBe(3);
    await page.getByRole("status").getByText("1 thing is watched, and nothing is wrong").waitFor();
    await expectAccessibleInBothSchemes(page);
  });
});

/** Those of a pointer, from now on. */
async function countClicks(page: Page): Promise<{ count: number }> {
  const clicks = { count: 0 };
  await page.exposeFunction("heardClick", () => {
    clicks.count += 1;
  });
  const listen = () =>
    window.addEventListener(
      "click",
      ({ isTrusted, detail }) => {
        if (isTrusted && detail > 0) Reflect.get(window, "heardClick")();
      },
      true,
    );
  // In this page, and in those that are loaded later.
  await page.evaluate(listen);
  await page.addInitScript(listen);
  return clicks;
}

test("by keyboard alone a row's checks are told one by one, and its page shows how it went", async () => {
  const { id } = await post("/topology/devices", { display_name: "keyed", ip_address: "127.0.0.1" });
  await admin.send("POST", "/api/v1/monitoring/service-checks", {
    device_id: id,
    port: site.port,
    label: "Portal port",
  });
  await inBrowser(
    service,
    { as: await givenPerson({ service }), path: "/monitoring?q=keyed" },
    async (page) => {
      await rowOf(page, "keyed").getByText("Up", { exact: true }).waitFor();
      await list(page, "Watched devices").focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press(",");
      await page
        .getByRole("status")
        .getByText(/\d\d:\d\d:\d\d: up, [\d.]+ ms/)
        .waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "keyed" }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/monitoring/devices/${id}`);
      await page.getByRole("row", { name: /^Portal port TCP \d+ Up/ }).waitFor();
      const strip = page.getByRole("img", { name: /^State over time\. / });
      await strip.focus();
      await page.keyboard.press("ArrowLeft");
      await page
        .getByRole("status")
        .getByText(/^Up from /)
        .waitFor();
      await page.getByRole("button", { name: "Show as table" }).first().click();
      await page.getByRole("table", { name: "State over time" }).getByText("Up", { exact: true }).waitFor();
      await page.getByRole("table", { name: "Newest results" }).waitFor();
      await page.getByText("Not once in this time").waitFor();
      await expectAccessibleInBothSchemes(page);
      await page.getByRole("button", { name: "7 days" }).click();
      await page.waitForURL("**/monitoring/devices/*?range=7d");
      await page.getByRole("link", { name: "Portal port" }).click();
      await page.getByRole("heading", { level: 1, name: "Portal port" }).waitFor();
      await page.getByRole("img", { name: /^State over time\. / }).waitFor();
      await expectAccessible(page);
      await page.goto(`/inventory/${id}`);
      const section = page.getByRole("region", { name: "Monitoring", exact: true });
      await section.getByText("Up", { exact: true }).waitFor();
      await section.getByRole("link", { name: /Portal port, TCP/ }).waitFor();
      await expectAccessible(page);
    },
  );
});

test("a device's page names the maintenance it was in, its incidents, and what else happened around a change", async () => {
  const { id } = await post("/topology/devices", { display_name: "looked at", ip_address: "127.0.0.5" });
  const socket = await Bun.udpSocket({
    hostname: "127.0.0.5",
    connect: { hostname: "127.0.0.1", port: service.syslogPort },
  });
  socket.send("<13>Nov 23 10:00:00 looked-at supervisor: power supply 2 failed");
  socket.close();
  const { device, page: path } = { device: id, page: `/monitoring/devices/${id}` };
  await inBrowser(service, { as: await givenPerson({ service }), path }, async (page) => {
    const head = page.getByRole("banner").or(page.locator("main"));
    await head.getByText("Up", { exact: true }).first().waitFor();
    const window = await post("/maintenance", {
      title: "Core upgrade",
      scope: { device_ids: [device] },
      schedule: { kind: "once", duration_minutes: 30 },
    });
    // The link of that name in the navigation is always there.
    await page.locator("main").getByText("Maintenance", { exact: true }).first().waitFor({ timeout: 40_000 });
    await page.reload();
    const strip = page.getByRole("img", { name: /^State over time\. .*Maintenance/ });
    await strip.focus();
    await page.keyboard.press("ArrowLeft");
    await page
      .getByRole("status")
      .getByText(/^Maintenance from .*: Core upgrade$/)
      .waitFor();
    await page.getByRole("img", { name: /^Latency\. .*Maintenance: Core upgrade/ }).waitFor();
    const changes = page.getByRole("table", { name: "Changes of state" });
    const row = changes.getByRole("row").filter({ hasText: "Maintenance has begun" });
    await row.getByRole("button", { name: /^What else happened around / }).click();
    const around = page.getByRole("region", { name: /^Around / });
    await around.getByText("power supply 2 failed").waitFor();
    await around.getByText("topology.device_created").waitFor();
    await expectAccessibleInBothSchemes(page);
    expect(new URL(page.url()).searchParams.get("around")).toStartWith("20");
    await around.getByRole("link", { name: "The device’s events in this time" }).click();
    const events = page.getByRole("grid", { name: "Events of the device" });
    await events.getByText("power supply 2 failed").first().waitFor();
    await post(`/maintenance/${window.id}/end`, {});
  });
  await inBrowser(service, { as: await givenPerson({ service }, "Viewer"), path }, async (page) => {
    await page.getByRole("table", { name: "Changes of state" }).getByText("Maintenance has ended").waitFor();
    expect(await page.getByRole("button", { name: /^What else happened/ }).count()).toBe(0);
  });
});

test("many devices get a check after it was said how many, are paused and watched again; filters stand in the address", async () => {
  for (const last of [11, 12, 13])
    await post("/topology/devices", {
      display_name: `bulk-${last}`,
      ip_address: `127.0.0.${last}`,
      topology_group: "Bulk",
      tags: last === 13 ? ["lab"] : [],
    });
  await post("/topology/devices", { display_name: "of no group", ip_address: "127.0.0.14" });
  const group = "/monitoring?group=Bulk";
  await inBrowser(service, { as: await givenPerson({ service }), path: group }, async (page) => {
    await page.getByText(/^3 of [\d,]+ devices$/).waitFor();
    await page.getByRole("button", { name: "Tag", exact: true }).click();
    await page.getByRole("option", { name: /lab/ }).click();
    await page.keyboard.press("Escape");
    await page.getByText(/^1 of [\d,]+ devices$/).waitFor();
    expect(page.url()).toEndWith(`${group}&tag=lab`);
    await page.goBack();
    await page.getByRole("checkbox", { name: "Select all 3 rows" }).click();
    await toolbar(page).getByText("3 selected: all that match").waitFor();
    await toolbar(page).getByRole("button", { name: "Add a check" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a check to 3 devices" });
    await dialog.getByText("3 devices get it").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add checks" }).click();
    await page.getByText("3 checks added").waitFor();
    await toolbar(page).getByRole("button", { name: "Add a check" }).click();
    await dialog.getByText("0 devices get it; 3 have it already").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await toolbar(page).getByRole("button", { name: "Pause" }).click();
    await page.getByText("3 devices are watched no more for now").waitFor();
    await page.getByRole("button", { name: "Paused 3" }).waitFor();
    await toolbar(page).getByRole("button", { name: "Resume" }).click();
    await page.getByText("3 devices are watched again").waitFor();
    await page.getByRole("button", { name: "Up 3" }).waitFor();
    const paused = await admin.get<{ monitoring_paused: boolean }[]>("/api/v1/topology/devices?group=Bulk");
    expect(paused.some(({ monitoring_paused: isPaused }) => isPaused)).toBe(false);
  });
});

test("the wall has the screen to itself, says how old it is, and Escape leaves it", async () => {
  await post("/topology/devices", { display_name: "tiled", ip_address: "127.0.0.5", topology_group: "Core" });
  const path = "/monitoring?view=wall";
  await inBrowser(service, { as: await givenPerson({ service }), path }, async (page) => {
    const tile = page.getByRole("list", { name: "Groups" }).getByRole("listitem").filter({ hasText: "Core" });
    await tile.getByText("1 of 1 up").waitFor();
    expect(await page.getByRole("navigation").count()).toBe(0);
    expect(await page.getByRole("banner").getByRole("searchbox").count()).toBe(0);
    await page
      .getByRole("status")
      .getByText(/, as of now$/)
      .waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press("Escape");
    await page.getByRole("navigation", { name: "Pages" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });
});

test("who may only look sees everything, and no control that would be refused; a phone gets cards", async () => {
  await post("/topology/devices", { display_name: "looked-at", ip_address: "127.0.0.6" });
  const options = { as: await givenPerson({ service }, "Viewer"), path: "/monitoring?q=looked-at" };
  await inBrowser(service, options, async (page) => {
    await rowOf(page, "looked-at").waitFor();
    expect(await page.getByRole("checkbox").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Watch a host" }).count()).toBe(0);
    await page.goto("/monitoring/checks/new");
    await page.getByText("monitoring_write").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/monitoring?q=looked-at");
    const card = page.getByRole("region", { name: "Watched devices" }).getByRole("listitem");
    await card.getByRole("img", { name: /^looked-at\. / }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await card.getByRole("link", { name: "looked-at" }).click();
    await page.getByRole("heading", { level: 1, name: "looked-at" }).waitFor();
    expect(await page.getByRole("button", { name: "Pause" }).count()).toBe(0);
  });
});

test("10,000 devices: only those in sight are drawn, and after the first answer only changes are asked for", async () => {
  await admin.send("POST", "/api/v1/topology/devices/import?mode=create", {
    // One that is not looked for, whether or not other tests have made theirs.
    devices: ["other", ...Array.from({ length: 10_000 }, (_, index) => `many-${index + 1}`)].map(
      (name, index) => ({
        display_name: name,
        ip_address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
        monitoring_paused: true,
      }),
    ),
  });
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    const whole: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/api/v1/monitoring/devices" && !searchParams.has("changed_since"))
        whole.push(pathname);
    });
    await page.goto("/monitoring?q=many");
    await page.getByText(/^10,000 of 10,\d\d\d devices$/).waitFor({ timeout: patient(60_000) });
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    await list(page, "Watched devices").evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByRole("rowheader", { name: "many-10000" }).waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    // Those that were added just before the list was asked for are among the first changes.
    await page.waitForResponse(
      async (response) =>
        response.url().includes("changed_since=") && (await response.body()).length < 20_000,
      { timeout: 60_000 },
    );
    expect(whole).toHaveLength(1);
  });
});
