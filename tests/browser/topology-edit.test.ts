import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { signIn } from "../support/api-client";
import { expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";

// What becomes of a link is asked until it is so.
const { service, admin } = await startWebServiceWithAdmin({
  environment: { API_KEY_RATE_LIMIT_MAX_CALLS: "10000" },
});
afterAll(() => service.remove());

type Link = { id: number; source_interface: string | null; notes: string | null };
type Places = Record<string, { x: number; y: number }>;

/** A site with a core and an access switch that are linked, on the map of a person of its own. */
async function givenMap(name: string, { edit = false } = {}) {
  const site = await admin.send<{ id: number }>("POST", "/api/v1/topology/sites", { name });
  const [core, access] = await Promise.all(
    ["core", "access"].map((role, index) =>
      admin.send<{ id: number }>("POST", "/api/v1/topology/devices", {
        display_name: `${name} ${role}`,
        device_type: "switch",
        site_id: site.id,
        vlan_id: String(10 * (index + 1)),
      }),
    ),
  );
  const link = await admin.send<Link>("POST", "/api/v1/topology/relationships", {
    source_device_id: core?.id,
    target_device_id: access?.id,
    source_interface: "Gi0/1",
    link_speed_mbps: 10_000,
  });
  const person = await givenPerson({ service }, "NetworkAdmin");
  const own = await signIn(service.url, person);
  await own.send("POST", "/api/v1/topology/layouts", {
    name: "__autosave__",
    positions: { [`device-${core?.id}`]: { x: 0, y: 0 }, [`device-${access?.id}`]: { x: 200, y: 0 } },
    display_prefs: {},
  });
  return {
    core: `device-${core?.id}`,
    link,
    site,
    links: () => admin.get<Link[]>("/api/v1/topology/relationships"),
    places: async () => {
      const layouts = await own.get<{ name: string; positions: Places }[]>("/api/v1/topology/layouts");
      return layouts.find((layout) => layout.name === "__autosave__")?.positions ?? {};
    },
    open: (run: (page: Page) => Promise<void>) =>
      inBrowser(
        service,
        { as: person, path: `/topology?at=400,300,1${edit ? "&edit=true" : ""}` },
        async (page) => {
          await page.getByTestId("map").waitFor();
          await page.getByRole("toolbar", { name: "View of the map" }).waitFor();
          await run(page);
        },
      ),
  };
}

/** Where a place of the map is on the screen, with `at=400,300,1`. */
async function onScreen(page: Page, { x, y }: { x: number; y: number }) {
  const box = await page.getByTestId("map").boundingBox();
  return { x: (box?.x ?? 0) + 400 + x, y: (box?.y ?? 0) + 300 + y };
}

test("a device that was dragged goes back by Ctrl+Z, and there again by Ctrl+Shift+Z", async () => {
  const { core, places, open } = await givenMap("dragged", { edit: true });
  await open(async (page) => {
    const from = await onScreen(page, { x: 0, y: 0 });
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 90, { steps: 4 });
    await page.mouse.move(from.x + 120, from.y + 150, { steps: 4 });
    await page.mouse.up();
    const isAt = (x: number, y: number) => async () => {
      const place = (await places())[core];
      return place !== undefined && Math.abs(place.x - x) < 5 && Math.abs(place.y - y) < 5;
    };
    await waitFor("the device to be where it was dragged", isAt(120, 150));
    await page.keyboard.press("Control+z");
    await waitFor("the device to be where it was", isAt(0, 0));
    await page.keyboard.press("Control+Shift+Z");
    await waitFor("the device to be there again", isAt(120, 150));
    await page.getByRole("button", { name: "Undo moving 1 device (Ctrl+Z)" }).waitFor();
    await expectAccessibleInBothSchemes(page);
  });
});

test("a deleted link comes back as it was, a changed one as it was before, and not over others' changes", async () => {
  const { link, links, open } = await givenMap("links");
  await open(async (page) => {
    await page.goto(`/topology?at=400,300,1&id=link-${link.id}`);
    await page.getByRole("button", { name: "Edit link" }).click();
    await page.getByRole("textbox", { name: "Notes" }).fill("patched by night");
    await page.getByRole("button", { name: "Save link" }).click();
    await page.getByRole("complementary").getByText("patched by night").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByRole("complementary").getByText("patched by night").waitFor({ state: "hidden" });
    await page.keyboard.press("Control+Shift+Z");
    await page.getByRole("complementary").getByText("patched by night").waitFor();
    await admin.send("PATCH", `/api/v1/topology/relationships/${link.id}`, { notes: "patched by day" });
    await page.keyboard.press("Control+z");
    await page.getByText(/Cannot undo changing the link: somebody else has changed/).waitFor();

    await page.getByRole("button", { name: "Delete link" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    const own = async () => (await links()).filter(({ source_interface: name }) => name === "Gi0/1");
    // The dialog leaves before the answer is there.
    await waitFor("the link to be gone", async () => (await own()).every(({ id }) => id !== link.id));
    const before = (await own()).length;
    await page.getByText("Link deleted").waitFor();
    await page.keyboard.press("Control+z");
    await waitFor("the link to be there again", async () => (await own()).length === before + 1);
    const made = (await own()).reduce((latest, one) => (one.id > latest.id ? one : latest));
    expect(made).toMatchObject({ source_interface: "Gi0/1", link_speed_mbps: 10_000 });
    await page.keyboard.press("Control+Shift+Z");
    await waitFor("the link to be gone again", async () => (await own()).length === before);
  });
});

test("the map is coloured by VLAN, type and link speed, and its legend says what is what", async () => {
  const { open } = await givenMap("colours");
  await open(async (page) => {
    const colours = page.getByRole("list", { name: "Colours" });
    await page.getByRole("combobox", { name: "Colour by" }).selectOption("vlan");
    await colours.getByText("VLAN 20").waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("combobox", { name: "Colour by" }).selectOption("speed");
    await colours.getByText("10 to 40 Gbit/s").waitFor();
    await page.getByRole("combobox", { name: "Colour by" }).selectOption("type");
    await colours.getByText("Switch").waitFor();
    expect(new URL(page.url()).searchParams.get("by")).toBe("type");
  });
});

test("a device is placed inside of its site, and the tray stays folded", async () => {
  const { core, site, places, open } = await givenMap("placed");
  const add = (name: string) =>
    admin.send<{ id: number }>("POST", "/api/v1/topology/devices", {
      display_name: `placed ${name}`,
      device_type: "switch",
      site_id: site.id,
    });
  const made = await add("newcomer");
  // What stays in the tray.
  await add("latecomer");
  await open(async (page) => {
    await page.getByRole("button", { name: "Place placed newcomer" }).click();
    await waitFor(
      "the device to have a place",
      async () => (await places())[`device-${made.id}`] !== undefined,
    );
    const all = await places();
    const [there, beside] = [all[core], all[`device-${made.id}`]];
    expect(Math.hypot((there?.x ?? 0) - (beside?.x ?? 0), (there?.y ?? 0) - (beside?.y ?? 0))).toBeLessThan(
      250,
    );
    const head = page.getByRole("button", { name: /without a place/ });
    await head.click();
    await page.reload();
    await head.waitFor();
    expect(await head.getAttribute("aria-expanded")).toBe("false");
  });
});

test("the page of a device leads to it on the map", async () => {
  const { core, open } = await givenMap("shown");
  await open(async (page) => {
    await page.goto(`/inventory/${core.slice("device-".length)}`);
    await page.getByRole("link", { name: "Show on map" }).click();
    await page.getByRole("complementary", { name: "shown core" }).waitFor();
    const box = await page.getByTestId("map").boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await page.getByText("Switch · VLAN 10 · 1 link").waitFor();
  });
});
