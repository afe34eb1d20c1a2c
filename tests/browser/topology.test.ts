import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

type Layout = { id: number; name: string; positions: Record<string, { x: number; y: number }> };
type Device = { id: number; display_name: string };

/** The layouts of the person in the browser. */
async function layoutsOf(page: Page): Promise<Layout[]> {
  const answer = await page.request.get("/api/v1/topology/layouts");
  const me = (await (await page.request.get("/api/v1/auth/me")).json()) as { id: number };
  const all = (await answer.json()) as (Layout & { owner_user_id: number })[];
  return all.filter(({ owner_user_id: owner }) => owner === me.id);
}

async function workingPlaces(page: Page): Promise<Layout["positions"]> {
  return (await layoutsOf(page)).find(({ name }) => name === "__autosave__")?.positions ?? {};
}

async function givenDevice(name: string): Promise<string> {
  const { id } = await admin.send<Device>("POST", "/api/v1/topology/devices", {
    display_name: name,
    device_type: "switch",
  });
  return `device-${id}`;
}

async function removeDevices(): Promise<void> {
  const devices = await admin.get<Device[]>("/api/v1/topology/devices");
  for (const { id } of devices) await admin.send("DELETE", `/api/v1/topology/devices/${id}`);
}

const map = (page: Page) => page.getByTestId("map");

/** Until the automatic places are drawn and saved. */
async function arranged(page: Page, count: number): Promise<Layout["positions"]> {
  await map(page).waitFor();
  let places: Layout["positions"] = {};
  await waitFor("the automatic places to be saved", async () => {
    places = await workingPlaces(page);
    return Object.keys(places).length === count;
  });
  return places;
}

async function addDevice(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add device" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Add device" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

test("a map is drawn, left, and found again as it was", async () => {
  await removeDevices();
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/topology" }, async (page) => {
    await page.getByText("The map is empty").waitFor();
    await expectAccessible(page);
    await addDevice(page, "core");
    await arranged(page, 1);
    // It lies in the middle.
    await map(page).hover();
    await page.getByText("Switch · 0 links").waitFor();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await addDevice(page, "access");
    await arranged(page, 2);

    await page.getByRole("button", { name: "Draw link" }).click();
    await map(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByText(/^From (?:core|access): click/).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Link two devices" });
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole("combobox", { name: "Interface of core" }).fill("Gi0/1");
    await dialog.getByRole("button", { name: "Draw link" }).click();
    await dialog.waitFor({ state: "hidden" });

    const before = await workingPlaces(page);
    const core = (await admin.get<Device[]>("/api/v1/topology/devices")).find(
      ({ display_name: name }) => name === "core",
    );
    const node = `device-${core?.id}`;
    await page.goto("/topology?at=400,300,1&edit=true");
    await map(page).waitFor();
    await page.getByRole("button", { name: "Done" }).waitFor();
    await dragNode(page, before[node], { x: 150, y: 120 });
    await waitFor("the new place to be saved", async () => {
      const [now, then] = [(await workingPlaces(page))[node], before[node]];
      if (now === undefined || then === undefined) return false;
      return Math.abs(now.x - then.x - 150) < 5 && Math.abs(now.y - then.y - 120) < 5;
    });
    const after = await workingPlaces(page);

    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    await page.goto("/topology?at=400,300,1");
    await map(page).waitFor();
    await clickAt(page, after[node]);
    await page.getByRole("complementary", { name: "core" }).getByText("1 link").waitFor();
    expect(await workingPlaces(page)).toEqual(after);
  });
});

/** Where a place of the map is on the screen, with `at=400,300,1`. */
async function onScreen(page: Page, place: { x: number; y: number } | undefined) {
  const box = await map(page).boundingBox();
  return { x: (box?.x ?? 0) + 400 + (place?.x ?? 0), y: (box?.y ?? 0) + 300 + (place?.y ?? 0) };
}

async function clickAt(page: Page, place: { x: number; y: number } | undefined): Promise<void> {
  const { x, y } = await onScreen(page, place);
  await page.mouse.click(x, y);
}

async function dragNode(
  page: Page,
  place: { x: number; y: number } | undefined,
  by: { x: number; y: number },
): Promise<void> {
  const { x, y } = await onScreen(page, place);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
  await page.mouse.up();
}

test("a layout is shared by its code, and another person has a copy of it", async () => {
  await givenDevice("shared-1");
  const owner = await givenPerson({ service }, "Viewer");
  let code = "";
  let places: Layout["positions"] = {};
  const count = (await admin.get<Device[]>("/api/v1/topology/devices")).length;
  await inBrowser(service, { as: owner, path: "/topology" }, async (page) => {
    places = await arranged(page, count);
    await page.getByRole("button", { name: "Working layout" }).click();
    await page.getByRole("menuitem", { name: "Save as" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Rack view");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save layout" }).click();
    await page.getByRole("button", { name: "Rack view" }).click();
    await page.getByRole("menuitem", { name: "Share Rack view" }).click();
    code = (await page.getByLabel("share code", { exact: true }).textContent()) ?? "";
    await expectAccessible(page);
  });
  expect(code).toMatch(/^[A-Z2-9]{12}$/);
  const other = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: other, path: "/topology" }, async (page) => {
    await arranged(page, count);
    await page.getByRole("button", { name: "Working layout" }).click();
    await page.getByRole("menuitem", { name: "Import a shared layout" }).click();
    await page.getByRole("textbox", { name: "Share code" }).fill("WRONGCODE234");
    await page.getByRole("button", { name: "Import layout" }).click();
    await page.getByText("No shared layout matches this code").waitFor();
    await page.getByRole("textbox", { name: "Share code" }).fill(code.toLowerCase());
    await page.getByRole("button", { name: "Import layout" }).click();
    await page.getByRole("button", { name: "Rack view" }).waitFor();
    const copy = (await layoutsOf(page)).find(({ name }) => name === "Rack view");
    expect(copy?.positions).toEqual(places);
    expect(new URL(page.url()).searchParams.get("layout")).toBe(String(copy?.id));
  });
});

test("a new device waits in the tray and moves nothing", async () => {
  await givenDevice("old");
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/topology" }, async (page) => {
    const count = (await admin.get<Device[]>("/api/v1/topology/devices")).length;
    const before = await arranged(page, count);
    const added = await givenDevice("newcomer");
    await page.reload();
    const tray = page.getByRole("region", { name: "Devices without a place" });
    await tray.getByText("newcomer").waitFor();
    expect(await workingPlaces(page)).toEqual(before);
    await tray.getByRole("button", { name: "Place newcomer" }).click();
    await tray.waitFor({ state: "hidden" });
    const after = await arranged(page, count + 1);
    expect(after).toEqual({ ...before, [added]: expect.anything() });
  });
});

test("devices that are selected together are put into a group", async () => {
  await removeDevices();
  for (const name of ["one", "two"]) await givenDevice(name);
  await admin.send("POST", "/api/v1/topology/groups", { name: "rack 7" });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/topology?edit=true" }, async (page) => {
    await arranged(page, 2);
    await page.getByRole("button", { name: "Done" }).waitFor();
    const box = await map(page).boundingBox();
    if (box === null) throw new Error("the map has no place on the page");
    await page.mouse.move(box.x + 20, box.y + 140);
    await page.keyboard.down("Shift");
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 20, box.y + box.height - 100, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await page.getByRole("button", { name: "Group 2 selected" }).click();
    await page.getByRole("combobox", { name: "Group" }).selectOption("rack 7");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Move to the group" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    const devices = await admin.get<{ topology_group: string }[]>("/api/v1/topology/devices");
    expect(devices.map(({ topology_group: group }) => group)).toEqual(["rack 7", "rack 7"]);
  });
});

test("a device stands on the map as monitoring says, and stays where it is when that changes", async () => {
  await removeDevices();
  const body = { display_name: "watched", device_type: "switch", ip_address: "127.0.0.7" };
  const { id } = await admin.send<Device>("POST", "/api/v1/topology/devices", body);
  const path = `/topology?id=device-${id}`;
  await inBrowser(service, { as: await givenPerson({ service }), path }, async (page) => {
    const panel = page.getByRole("complementary", { name: "watched" });
    await panel.getByText("Up", { exact: true }).waitFor();
    const places = await arranged(page, 1);
    let drawn = 0;
    page.on("request", (request) => (drawn += Number(request.url().endsWith("/topology/layouts"))));
    await admin.send("PATCH", `/api/v1/topology/devices/${id}`, { monitoring_paused: true });
    await panel.getByText("Paused", { exact: true }).waitFor();
    expect(await workingPlaces(page)).toEqual(places);
    expect(drawn).toBe(0);
    await page.goto("/topology?view=devices");
    await page.getByRole("row").filter({ hasText: "watched" }).getByText("Paused").waitFor();
  });
});

test("a link that somebody else has changed meanwhile is not overwritten", async () => {
  await removeDevices();
  const [source, target] = [await givenDevice("conflict-a"), await givenDevice("conflict-b")];
  const path = "/api/v1/topology/relationships";
  const { id } = await admin.send<{ id: number }>("POST", path, {
    source_device_id: Number(source.slice("device-".length)),
    target_device_id: Number(target.slice("device-".length)),
  });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/topology?view=links&id=link-${id}` }, async (page) => {
    await page.getByRole("button", { name: "Edit link" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit the link" });
    await dialog.getByRole("combobox", { name: "Interface of conflict-a" }).fill("mine-1");
    await admin.send("PATCH", `${path}/${id}`, { source_interface: "theirs-1", link_speed_mbps: 1000 });
    await dialog.getByRole("button", { name: "Save link" }).click();
    await dialog.getByRole("row", { name: "Interface of the first device theirs-1 mine-1" }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Take theirs" }).click();
    await dialog.getByRole("combobox", { name: "Interface of conflict-b" }).fill("mine-2");
    await dialog.getByRole("textbox", { name: "Notes" }).fill("dark fibre, cable 7");
    await dialog.getByRole("button", { name: "Save link" }).click();
    await dialog.waitFor({ state: "detached" });
    const link = await admin.get<Record<string, unknown>>(`${path}/${id}`);
    expect(link).toMatchObject({
      source_interface: "theirs-1",
      target_interface: "mine-2",
      link_speed_mbps: 1000,
      notes: "dark fibre, cable 7",
    });
    await page.getByRole("complementary").getByText("dark fibre, cable 7").waitFor();
  });
});

test("the legend names sites and groups that hold no device, and leads to them", async () => {
  await removeDevices();
  await givenDevice("legend");
  await admin.send("POST", "/api/v1/topology/sites", { name: "Vacant plot" });
  await inBrowser(service, { as: await givenPerson({ service }), path: "/topology" }, async (page) => {
    await page.getByRole("button", { name: "Legend" }).click();
    await page.getByText(/No device is in .*Vacant plot/).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Sites and groups" }).click();
    await page.getByRole("row", { name: /^Vacant plot/ }).waitFor();
  });
});

test("on a tablet the open panel covers none of the controls", async () => {
  await removeDevices();
  const id = await givenDevice("tablet-1");
  const person = await givenPerson({ service });
  const viewport = { width: 1024, height: 768 };
  await inBrowser(service, { as: person, path: `/topology?id=${id}`, viewport }, async (page) => {
    await arranged(page, 1);
    const panel = await page.getByRole("complementary", { name: "tablet-1" }).boundingBox();
    for (const name of [/layout/, "Edit"]) {
      const button = page.getByRole("button", { name, exact: true }).first();
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(panel?.x ?? 0);
      await button.click({ trial: true });
    }
  });
});

test("who may not write arranges the map, and is offered nothing more", async () => {
  await givenDevice("watched");
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/topology?edit=true" }, async (page) => {
    await page.getByRole("button", { name: "Arrange anew" }).waitFor();
    expect(await page.getByRole("button", { name: "Add device" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Draw link" }).count()).toBe(0);
  });
});

test("a map that cannot be loaded says so, and is there after another try", async () => {
  await givenDevice("late");
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.route("**/api/v1/topology/graph", (route) =>
      route.fulfill({
        status: 429,
        headers: { "Retry-After": "1", "X-Request-Id": "request-1" },
        json: { detail: "Too many calls" },
      }),
    );
    await page.goto("/topology");
    await page.getByText("Cannot load the map").waitFor();
    await page.getByText("request-1").waitFor();
    await expectAccessible(page);
    await page.unroute("**/api/v1/topology/graph");
    await page.getByRole("button", { name: "Try again", exact: true }).click();
    await map(page).waitFor();
  });
});

test("map, panel and tables are accessible in the light and the dark scheme", async () => {
  const id = await givenDevice("axe");
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: `/topology?id=${id}` }, async (page) => {
    await map(page).waitFor();
    await page.getByRole("complementary", { name: "axe" }).waitFor();
    await page.getByRole("button", { name: "Legend" }).click();
    await page.getByRole("button", { name: "Minimap" }).click();
    await expectAccessibleInBothSchemes(page);
    const [picture] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save the map as a picture (PNG)" }).click(),
    ]);
    expect(picture.suggestedFilename()).toBe("netatlas-map.png");
    await page.goto("/topology?edit=true");
    await page.getByRole("toolbar", { name: "Edit the map" }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.goto("/topology?view=devices&q=axe");
    await page.getByRole("row", { name: /axe/ }).waitFor();
    await expectAccessibleInBothSchemes(page);
  });
});
