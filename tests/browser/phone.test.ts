import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import type { Page } from "playwright-core";
import { connectDatabase } from "#platform/database";
import { findRunningServer } from "#platform/postgres-server";
import { expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin, type Person } from "../support/browser/web-service";
import { patient } from "../support/patience";
import { waitFor } from "../support/wait-for";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(120_000));

/** Pixels that a finger needs. */
const FINGER = 44;

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());
const log = pino({ level: "silent" });
const connection = findRunningServer(service.dataDirectory, log);
if (connection === undefined) throw new Error("the service has no database of its own");
const { sql, ...database } = connectDatabase(connection, { log, maxConnections: 1 });
afterAll(() => database.close());

const post = (path: string, body: unknown) => admin.send<{ id: number }>("POST", `/api/v1${path}`, body);
// What the engine finds must not come between: it asks once, and then not for the length of this file.
await admin.send("PUT", "/api/v1/admin/settings", { monitor_interval_seconds: 3600 });
const core = await post("/topology/devices", { display_name: "core-1", ip_address: "127.0.0.1" });
await post("/topology/devices", { display_name: "edge-1", ip_address: "198.51.100.9" });
await post("/alerts/rules", { name: "A device is down", event_type: "device_offline" });

const ADDRESS = "2001:db8:1111:2222:3333:4444:5555:6666";

beforeAll(async () => {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
  socket.send(
    `<134>Nov 21 16:05:00 core-1 filterlog[45231]: 5,,,1000000103,igb0,match,block,in,6,0x00,0x00000,64,tcp,6,60,${ADDRESS},${ADDRESS},50000,22,0,S,1,,64240,,mss`,
  );
  socket.send("<38>Nov 21 16:05:01 core-1 sshd[4242]: Failed password for invalid user admin");
  await waitFor("the lines to be found", async () => {
    const { total } = await admin.get<{ total: number }>("/api/v1/syslog/events");
    return total === 2;
  });
  socket.close();
});

/** As the engine writes it. */
async function coreGoesDown(): Promise<void> {
  await sql.begin(async (tx) => {
    const [target] = await tx`
      UPDATE check_targets SET state = 'down', state_since = now()
      WHERE device_id = ${core.id} AND kind = 'device' RETURNING id`;
    await tx`INSERT INTO state_changes (target_id, at, state) VALUES (${target?.["id"]}, now(), 'down')`;
  });
}

/** Everything by taps, as nothing else is there. */
async function onPhone(path: string, run: (page: Page) => Promise<void>, person?: Person): Promise<void> {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  await inBrowser(service, { as: person ?? (await givenPerson({ service })), path, ...phone }, run);
}

const bar = (page: Page) => page.getByRole("navigation", { name: "Pages" });
const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;

async function openPage(page: Page, name: string): Promise<void> {
  await bar(page).getByRole("button", { name: "More" }).tap();
  await page.getByRole("dialog", { name: "All pages" }).getByRole("link", { name, exact: true }).tap();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

test("the bar has what somebody on call needs, as large as a finger, and leads to all other pages", async () => {
  await onPhone("/", async (page) => {
    await bar(page).getByRole("link", { name: "Dashboard" }).waitFor();
    const places = bar(page).locator("a, button");
    expect(await places.allTextContents()).toEqual([
      "Dashboard",
      "Inventory",
      "Monitoring",
      "Alerts",
      "Syslog",
      "More",
    ]);
    for (const place of await places.all()) {
      const box = await place.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(FINGER);
    }
    await bar(page).getByRole("button", { name: "More" }).tap();
    const all = page.getByRole("dialog", { name: "All pages" });
    await all.getByRole("link", { name: "Administration" }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await all.getByRole("button", { name: "Use the dark colours" }).tap();
    await all.getByRole("button", { name: "Use the light colours" }).tap();
    await all.getByRole("link", { name: "IPAM" }).tap();
    await page.getByRole("heading", { name: "IPAM" }).waitFor();
    expect(await all.count()).toBe(0);
  });
});

test("who may see less has less in the bar", async () => {
  const viewer = await givenPerson({ service }, "Viewer");
  const reads = (page: Page) => bar(page).getByRole("link").allTextContents();
  await onPhone(
    "/",
    async (page) => {
      await bar(page).getByRole("link", { name: "Alerts" }).waitFor();
      expect(await reads(page)).toEqual(["Dashboard", "Inventory", "Monitoring", "Alerts"]);
    },
    viewer,
  );
});

describe("on call", () => {
  test("an alert arrives, is opened, explained, acknowledged and silenced", async () => {
    await waitFor("the first answer", async () => {
      const [target] =
        await sql`SELECT state FROM check_targets WHERE device_id = ${core.id} AND kind = 'device'`;
      return target?.["state"] === "up";
    });
    await onPhone("/", async (page) => {
      await page.getByRole("button", { name: "Alerts: nothing waits" }).waitFor();
      await coreGoesDown();
      await page.getByRole("button", { name: "Alerts: 1 unacknowledged" }).tap();
      await expectAccessibleInBothSchemes(page);
      await page.getByRole("menuitem", { name: /core-1/ }).tap();
      const open = page.getByRole("list", { name: "Open incidents" });
      await open.getByRole("table", { name: /^Alerts of / }).waitFor();
      await open.getByRole("button", { name: /^Acknowledge: / }).tap();
      await open.getByRole("button", { name: "Acknowledge", exact: true }).tap();
      await open.getByText(/^Acknowledged by /).waitFor();
      await expectAccessibleInBothSchemes(page);
      await open.getByRole("button", { name: /^Silence: / }).tap();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Leave out core-1" }).waitFor();
      expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
      await expectAccessibleInBothSchemes(page);
      await dialog.getByRole("button", { name: "Silence", exact: true }).tap();
      await dialog.waitFor({ state: "detached" });
      expect(await page.evaluate(isWide)).toBe(false);
    });
  });

  test("is the device up, and what did it say last", async () => {
    await onPhone("/", async (page) => {
      await bar(page).getByRole("link", { name: "Inventory" }).tap();
      await page.getByRole("textbox", { name: "Filter devices by text" }).fill("edge");
      await page.getByText("1 of 2 devices").waitFor();
      await page.getByRole("textbox", { name: "Filter devices by text" }).fill("core");
      const card = page.getByRole("row", { name: /core-1/ });
      await card.getByText("127.0.0.1").waitFor();
      await page.getByRole("button", { name: "Filters" }).tap();
      await page.getByRole("button", { name: "Status" }).waitFor();
      await expectAccessibleInBothSchemes(page);
      await card.getByText("core-1").tap();
      await page.getByRole("heading", { name: "core-1" }).waitFor();
      await page.getByRole("link", { name: "Edit" }).waitFor();
      expect(await page.getByRole("button", { name: "Delete" }).isVisible()).toBe(false);
      await page.getByRole("button", { name: "More actions" }).tap();
      await page.getByRole("button", { name: "Delete" }).tap();
      await page.getByRole("dialog", { name: "Delete core-1?" }).waitFor();
      await expectAccessibleInBothSchemes(page);
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).tap();
      await page.getByRole("tab", { name: "Events" }).tap();
      await page
        .getByRole("grid")
        .getByText(/Failed password/)
        .waitFor();
      await expectAccessibleInBothSchemes(page);
      expect(await page.evaluate(isWide)).toBe(false);
    });
  });

  test("events with an address are found, and one is read whole", async () => {
    await onPhone("/", async (page) => {
      await bar(page).getByRole("link", { name: "Syslog" }).tap();
      await page.getByRole("combobox", { name: "Query" }).fill(ADDRESS);
      await page.getByRole("button", { name: "Search", exact: true }).last().tap();
      await page.getByText("1 event ·").waitFor();
      await page.getByRole("grid", { name: "Events" }).getByRole("row").nth(1).tap();
      const details = page.getByRole("complementary");
      const value = details.getByRole("button", { name: ADDRESS, exact: true }).first();
      await value.waitFor();
      const cut = await value.evaluate((text) => text.scrollWidth - text.clientWidth);
      expect(cut).toBeLessThanOrEqual(0);
      await expectAccessibleInBothSchemes(page);
      await details.getByRole("button", { name: "Close the details" }).tap();
      expect(await details.count()).toBe(0);
    });
  });

  test("an hour of maintenance is started and ended", async () => {
    await onPhone("/", async (page) => {
      await openPage(page, "Maintenance");
      await page.getByRole("button", { name: "Start one hour now" }).tap();
      const dialog = page.getByRole("dialog");
      // The dialog takes the focus when it has come; then nothing takes it away from the field.
      await dialog.locator(":focus").waitFor();
      await dialog.getByRole("textbox", { name: "Add by name" }).fill("edge");
      await page.getByRole("option", { name: /^edge-1/ }).tap();
      await expectAccessibleInBothSchemes(page);
      await dialog.getByRole("button", { name: "Start maintenance" }).tap();
      await page.getByRole("list", { name: "Running now" }).getByText("edge-1").waitFor();
      await page.getByRole("button", { name: "End now: Maintenance" }).tap();
      await page.getByRole("list", { name: "Over or disabled" }).waitFor();
      await page.getByRole("button", { name: "Undo" }).waitFor();
      await expectAccessibleInBothSchemes(page);
    });
  });

  test("a device is found on the map, whose buttons are all on the screen", async () => {
    await onPhone("/", async (page) => {
      await openPage(page, "Topology");
      await page.getByTestId("map").waitFor();
      await page.getByRole("searchbox", { name: "Find devices on the map" }).fill("core");
      await page.getByText("1 of 2", { exact: true }).waitFor();
      const buttons = page.locator("#page button");
      for (const button of await buttons.all()) {
        const box = await button.boundingBox();
        if (box !== null) expect(box.x + box.width).toBeLessThanOrEqual(390);
      }
      await page.getByRole("button", { name: "Legend" }).tap();
      await expectAccessibleInBothSchemes(page);
      await page.goto(`/topology?id=device-${core.id}`);
      await page.getByRole("complementary", { name: "core-1" }).waitFor();
      await expectAccessibleInBothSchemes(page);
    });
  });
});
