import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";
import { waitFor } from "../support/wait-for";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

/**
 * What people do most, from the dashboard on, and how often they press the mouse for it. A journey that grows fails.
 */
const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

type Journey = {
  atMostClicks: number;
  path?: string;
};

const post = <T = { id: number }>(path: string, body: unknown) =>
  admin.send<T>("POST", `/api/v1${path}`, body);

/** Counts what is pressed on the page while `go` goes on; it must not be loaded anew meanwhile. */
async function takes(
  { atMostClicks, path = "/" }: Journey,
  go: (page: Page) => Promise<unknown>,
): Promise<void> {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path }, async (page) => {
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.evaluate(() => {
      const counted = document.documentElement.dataset;
      counted["clicks"] = "0";
      const count = () => (counted["clicks"] = String(Number(counted["clicks"]) + 1));
      document.addEventListener("pointerdown", count, { capture: true });
    });
    await go(page);
    const clicks = Number(await page.locator("html").getAttribute("data-clicks", { timeout: 1000 }));
    expect(clicks).toBeLessThanOrEqual(atMostClicks);
  });
}

const goTo = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click();

const subnet = await post("/ipam/subnets", { name: "Servers", cidr: "10.30.0.0/24", gateway: "10.30.0.1" });
await post("/topology/devices", { display_name: "db-1", ip_address: "10.30.0.5", device_type: "server" });

test("who has an address is known without a click", () =>
  takes({ atMostClicks: 0 }, async (page) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("10.30.0.5", { delay: 30 });
    await page.getByRole("option", { name: /db-1/ }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "db-1" }).waitFor();
  }));

test("the next free address of a subnet is reserved with four clicks", () =>
  takes({ atMostClicks: 4 }, async (page) => {
    await goTo(page, "IPAM");
    await page.getByRole("link", { name: "10.30.0.0/24" }).first().click();
    await page.getByRole("button", { name: "Allocate next free" }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("printer");
    await page.keyboard.press("Control+Enter");
    await waitFor("the reservation", async () => {
      const all = await admin.get<unknown[]>(`/api/v1/ipam/reservations?subnet_id=${subnet.id}`);
      return all.length === 1;
    });
  }));

test("a service is watched with four clicks from its device", () =>
  takes({ atMostClicks: 4 }, async (page) => {
    await goTo(page, "Inventory");
    await page.getByRole("link", { name: "db-1" }).first().click();
    await page.getByRole("link", { name: "Add check" }).first().click();
    await page.getByLabel("Port").fill("5432");
    await page.getByRole("textbox", { name: "Label" }).fill("PostgreSQL");
    await page.getByRole("button", { name: "Add check" }).click();
    await page.getByText("PostgreSQL").first().waitFor();
  }));

test("an hour of maintenance begins with four clicks", () =>
  takes({ atMostClicks: 4 }, async (page) => {
    await goTo(page, "Maintenance");
    await page.getByRole("button", { name: "Start one hour now" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Add by name" }).fill("db-1");
    await page.getByRole("option", { name: "db-1 device" }).waitFor();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Start maintenance" }).click();
    await page.getByRole("list", { name: "Running now" }).getByText("db-1").waitFor();
  }));

test("a backup is in the folder with three clicks", () =>
  takes({ atMostClicks: 3 }, async (page) => {
    await goTo(page, "Administration");
    await page.getByRole("link", { name: "Backups" }).first().click();
    await page.getByRole("button", { name: "Make one now" }).click();
    await page.getByRole("link", { name: /^Download netatlas-backup-/ }).waitFor();
  }));

const REFUSED =
  "<134>Nov 21 16:05:00 fw-1 filterlog[45231]: 5,,,1000000103,igb0,match,block,in,4,0x0,,64,1,0,DF,6,tcp,60,198.51.100.7,10.30.0.5,50000,5432,0,S,1234567890,,64240,,mss";

test("why a connection does not work is seen with four clicks", async () => {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
  socket.send(REFUSED);
  await waitFor("the line to be found", async () => {
    const { total } = await admin.get<{ total: number }>("/api/v1/syslog/events");
    return total === 1;
  });
  socket.close();
  await takes({ atMostClicks: 4 }, async (page) => {
    await goTo(page, "Syslog");
    await page.getByRole("combobox", { name: "Query" }).click();
    await page.keyboard.type("10.30.0.5 dst_port:5432");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    const grid = page.getByRole("grid", { name: "Events" });
    await grid.getByText("Deny").first().waitFor();
    await grid.getByRole("link").first().click();
    await page.getByRole("complementary").getByText("198.51.100.7").first().waitFor();
  });
});

type Layout = { name: string; positions: Record<string, unknown> };

test("a device is added and linked on the map with four clicks, the ends chosen by keyboard", () =>
  takes({ atMostClicks: 4, path: "/topology" }, async (page) => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("button", { name: "Add device" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("switch-1");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await waitFor("both to have their places", async () => {
      const layouts = (await (await page.request.get("/api/v1/topology/layouts")).json()) as Layout[];
      const working = layouts.find(({ name }) => name === "__autosave__");
      return Object.keys(working?.positions ?? {}).length === 2;
    });
    await page.getByRole("button", { name: "Draw link" }).click();
    const map = page.getByTestId("map");
    await map.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByText(/^From (?:db-1|switch-1): click/).waitFor();
    // New devices are placed to the right of the others.
    const isFromNew = await page.getByText("From switch-1").isVisible();
    await page.keyboard.press(isFromNew ? "ArrowLeft" : "ArrowRight");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Link two devices" });
    await dialog.getByRole("button", { name: "Draw link" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await admin.get<unknown[]>("/api/v1/topology/relationships")).toHaveLength(1);
  }));

test("a device is found on the map with one click", () =>
  takes({ atMostClicks: 1 }, async (page) => {
    await goTo(page, "Topology");
    await page.getByTestId("map").waitFor();
    await page.keyboard.press("f");
    await page.keyboard.type("db-1");
    await page.keyboard.press("Enter");
    await page.getByText(/^1 of \d+$/).waitFor();
  }));
