import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const post = <T = { id: number }>(path: string, body: unknown) =>
  admin.send<T>("POST", `/api/v1${path}`, body);

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

test("without subnets the page names the ways to begin, and the first one shows at once", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.route("**/api/v1/ipam/subnets", (route) => route.fulfill({ json: [] }));
    await page.goto("/ipam");
    await page.getByText("No subnets yet").waitFor();
    await expectAccessible(page);
    await page.unroute("**/api/v1/ipam/subnets");
    await page.getByRole("button", { name: "Add the first subnet" }).click();
    await page.getByRole("textbox", { name: "Network" }).fill("192.0.2.0/29");
    await page.getByRole("button", { name: "Add subnet" }).last().click();
    await page.getByRole("heading", { name: "192.0.2.0/29", exact: true }).waitFor();
    await page.getByRole("gridcell", { name: "192.0.2.0, network address" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/ipam\/\d+$/);
    await expectAccessible(page);
  });
});

test("the tab is called by the subnet while that is shown, and then by the page that is gone to", async () => {
  const subnet = await post("/ipam/subnets", { name: "Titles", cidr: "10.1.8.0/29" });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/ipam/${subnet.id}` }, async (page) => {
    await page.getByRole("gridcell", { name: "10.1.8.0, network address" }).waitFor();
    expect(await page.title()).toBe("10.1.8.0/29 · Netatlas");
    await page.getByRole("link", { name: "Inventory" }).click();
    await page.getByRole("heading", { name: "Inventory", level: 1 }).waitFor();
    expect(await page.title()).toBe("Inventory · Netatlas");
  });
});

test("the next address is reserved from its cell by keyboard, and shows as a conflict once a device has it", async () => {
  const subnet = await post("/ipam/subnets", { name: "Keys", cidr: "10.1.1.0/28", gateway: "10.1.1.1" });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/ipam/${subnet.id}` }, async (page) => {
    await page.getByRole("gridcell", { name: "10.1.1.0, network address" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toBe("10.1.1.1, gateway");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Address 10.1.1.2" }).waitFor();
    expect(new URL(page.url()).searchParams.get("ip")).toBe("10.1.1.2");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await focused(page)).toBe("10.1.1.2, free");
    await page.keyboard.press("r");
    await page.getByRole("dialog", { name: "Reserve 10.1.1.2" }).waitFor();
    await page.keyboard.type("printer");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("gridcell", { name: "10.1.1.2, reserved, printer" }).waitFor();

    await post("/topology/devices", { ip_address: "10.1.1.2", hostname: "squatter", device_type: "server" });
    await page.reload();
    await page.getByRole("gridcell", { name: /^10\.1\.1\.2, conflict/ }).waitFor();
    await page.getByRole("tab", { name: "Conflicts 1" }).click();
    await page.getByRole("row", { name: /Reserved, but in use/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Device of 10.1.1.2" }).click();
    await page.getByRole("heading", { name: "squatter", level: 1 }).waitFor();
  });
});

test("a reservation that its subnet was cut from under is led to from its conflict, and given its new subnet", async () => {
  const subnet = await post("/ipam/subnets", { name: "Cut", cidr: "10.1.9.0/24" });
  const ip = "2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff";
  await post("/ipam/reservations", { ip_address: ip, label: "long" });
  await post("/ipam/reservations", { ip_address: "10.1.9.200", label: "plotter", subnet_id: subnet.id });
  await admin.send("PATCH", `/api/v1/ipam/subnets/${subnet.id}`, { cidr: "10.1.9.0/25" });
  await post("/ipam/subnets", { name: "Rest", cidr: "10.1.9.128/25" });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/ipam?tab=conflicts" }, async (page) => {
    await page.getByRole("row", { name: /Outside subnet 10\.1\.9\.200/ }).waitFor();
    await expectAccessible(page);
    const link = page.getByRole("link", { name: `Show reservation of ${ip}` });
    const { x, width } = (await link.boundingBox()) ?? { x: Number.NaN, width: 0 };
    expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    await page.getByRole("link", { name: "Show reservation of 10.1.9.200" }).click();
    await page.getByRole("gridcell", { name: "plotter" }).click();
    await page.getByRole("combobox", { name: "Subnet" }).selectOption("10.1.9.128/25 Rest");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save reservation" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Conflicts" }).click();
    await link.waitFor();
    await page.getByRole("row", { name: /10\.1\.9\.200/ }).waitFor({ state: "detached" });
  });
});

test("a range that is selected with Shift is reserved in one step", async () => {
  const subnet = await post("/ipam/subnets", { name: "Range", cidr: "10.1.2.0/27" });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/ipam/${subnet.id}` }, async (page) => {
    await page.getByRole("gridcell", { name: "10.1.2.14, free" }).focus();
    await page.getByRole("gridcell", { name: "10.1.2.14, free" }).click();
    await page.getByRole("dialog", { name: "Address 10.1.2.14" }).waitFor();
    await page.keyboard.press("Escape");
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("Shift+ArrowRight");
    await page.getByText("4 addresses selected, 4 free").waitFor();
    await page.getByRole("button", { name: "Reserve 4 free addresses" }).click();
    await page.getByRole("textbox", { name: "Reserved for" }).fill("phones");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Reserve 4 addresses" }).click();
    await page.getByRole("gridcell", { name: "10.1.2.17, reserved, phones" }).waitFor();
    await page.getByRole("tab", { name: "Reservations 4" }).waitFor();
  });
});

test("the last free address is allocated, and said", async () => {
  const subnet = await post("/ipam/subnets", { name: "Last", cidr: "10.1.3.0/29" });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/ipam/${subnet.id}` }, async (page) => {
    await page.getByRole("button", { name: "Allocate next free" }).click();
    await page.getByText("Next free now: 10.1.3.1").waitFor();
    await expectAccessible(page);
    await page.getByRole("combobox", { name: "Which" }).selectOption("last");
    await page.getByRole("textbox", { name: "Reserved for" }).fill("router");
    await page.getByRole("button", { name: "Allocate", exact: true }).click();
    await page.getByRole("dialog", { name: "Address allocated" }).getByText("10.1.3.6").waitFor();
    await page.getByRole("button", { name: "Show reservations" }).click();
    await page.getByRole("row", { name: /10\.1\.3\.6/ }).click();
    await page.getByRole("button", { name: "Release address" }).click();
    await page.getByRole("dialog", { name: "Release 10.1.3.6?" }).waitFor();
    await page.getByRole("button", { name: "Release", exact: true }).click();
    await page.getByText("No reservations in 10.1.3.0/29").waitFor();
  });
});

test("the tree beside a subnet names no row that is not drawn, as where it has no room", async () => {
  const subnet = await post("/ipam/subnets", { name: "Drawn", cidr: "10.1.9.0/29" });
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: `/ipam/${subnet.id}` }, async (page) => {
    const named = () =>
      page.locator("[role=treegrid]").evaluate((tree) => {
        const id = tree.getAttribute("aria-activedescendant");
        if (id === null) return "none";
        return document.getElementById(id) === null ? "one that is not there" : "a row";
      });
    await waitFor("a row to be drawn", async () => (await named()) === "a row");
    await page.setViewportSize({ width: 390, height: 844 });
    await waitFor("none to be named", async () => (await named()) === "none");
    await page.setViewportSize({ width: 1280, height: 800 });
    await waitFor("a row again", async () => (await named()) === "a row");
  });
});

test("a subnet is split, its next free part added, and deleted again", async () => {
  const subnet = await post("/ipam/subnets", { name: "Parts", cidr: "10.1.4.0/24" });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/ipam/${subnet.id}` }, async (page) => {
    const tree = page.getByRole("treegrid", { name: "Subnets" });
    const choose = async (action: string) => {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await choose("Add next free subnet");
    await page.getByRole("textbox", { name: "Prefix length" }).fill("26");
    await page.getByText("Next free now: 10.1.4.0/26").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("First part");
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Add subnet" }).click();
    await page.getByRole("heading", { name: "10.1.4.0/26 First part" }).waitFor();
    await tree.getByRole("row", { name: "10.1.4.128/25 free, and 1 smaller block" }).waitFor();

    await tree
      .getByRole("row", { name: /^Fold 10\.1\.4\.0\/24/ })
      .getByRole("link")
      .click();
    await choose("Split subnet");
    await page.getByRole("textbox", { name: "Prefix length of the parts" }).fill("26");
    await page.getByRole("button", { name: "Add 3 subnets" }).click();
    await tree.getByRole("row", { name: /10\.1\.4\.192\/26 Parts/ }).waitFor();

    await choose("Delete subnet");
    await page.getByText("Subnets in it are kept.").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("heading", { name: "Fullest subnets" }).waitFor();
    await tree.getByRole("link", { name: "10.1.4.0/24" }).waitFor({ state: "detached" });
  });
});

test("a pasted link shows the same tree, block and address, and Back undoes the last step", async () => {
  const outer = await post("/ipam/subnets", { name: "Wide", cidr: "10.2.0.0/16" });
  await post("/ipam/subnets", { name: "Hidden part", cidr: "10.2.3.0/24" });
  await post("/ipam/reservations", { ip_address: "10.2.5.9", label: "kept" });
  const person = await givenPerson({ service }, "Viewer");
  const path = `/ipam/${outer.id}?closed=${outer.id}&free=hidden&block=10.2.5.0/24&ip=10.2.5.9`;
  await inBrowser(service, { as: person, path }, async (page) => {
    await page.getByRole("dialog", { name: "Address 10.2.5.9" }).getByText("kept").waitFor();
    await page.getByRole("row", { name: /^Unfold 10\.2\.0\.0\/16/ }).waitFor();
    expect(await page.getByRole("link", { name: "10.2.3.0/24" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "10.2.5.0/24, 1 used" }).getAttribute("aria-pressed")).toBe(
      "true",
    );
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Unfold 10.2.0.0/16" }).click();
    await page.getByRole("link", { name: "10.2.3.0/24" }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "10.2.3.0/24" }).waitFor({ state: "detached" });
  });
});

test("a person who may only look gets no control that writes", async () => {
  const subnet = await post("/ipam/subnets", { name: "Seen", cidr: "10.1.5.0/28" });
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: `/ipam/${subnet.id}?ip=10.1.5.4` }, async (page) => {
    await page.getByRole("dialog", { name: "Address 10.1.5.4" }).waitFor();
    const buttons = page.getByRole("button", { name: /Allocate|Reserve|Add subnet|Import|Edit|More/ });
    expect(await buttons.count()).toBe(0);
  });
});

test("a change that somebody else has made in the meantime is not undone", async () => {
  const subnet = await post("/ipam/subnets", { name: "Before", cidr: "10.1.6.0/28" });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/ipam/${subnet.id}?form=edit` }, async (page) => {
    await page.getByRole("textbox", { name: "Name" }).fill("Mine");
    await admin.send("PATCH", `/api/v1/ipam/subnets/${subnet.id}`, { name: "Theirs" });
    await page.getByRole("button", { name: "Save subnet" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Mine");
    await page.getByRole("row", { name: "Name Theirs Mine" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Take theirs" }).click();
    await page.getByRole("button", { name: "Take theirs" }).waitFor({ state: "detached" });
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Theirs");
  });
});

test("a reservation that somebody else has changed meanwhile is not overwritten", async () => {
  const subnet = await post("/ipam/subnets", { name: "Shared", cidr: "10.1.7.0/28" });
  const { id } = await post("/ipam/reservations", { ip_address: "10.1.7.3", label: "printer" });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/ipam/${subnet.id}?tab=reservations` }, async (page) => {
    await page.getByRole("row", { name: /10\.1\.7\.3/ }).click();
    const dialog = page.getByRole("dialog", { name: "Reservation of 10.1.7.3" });
    await dialog.getByRole("textbox", { name: "Reserved for" }).fill("my printer");
    await admin.send("PATCH", `/api/v1/ipam/reservations/${id}`, { label: "theirs", notes: "by them" });
    await dialog.getByRole("button", { name: "Save reservation" }).click();
    await dialog.getByRole("row", { name: "Reserved for theirs my printer" }).waitFor();
    await dialog.getByRole("row", { name: "Notes by them not touched" }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Keep mine, then save" }).click();
    expect(await dialog.getByRole("textbox", { name: "Notes" }).inputValue()).toBe("by them");
    await dialog.getByRole("button", { name: "Save reservation" }).click();
    await dialog.waitFor({ state: "detached" });
    const { label, notes } = await admin.get<{ label: string; notes: string }>(
      `/api/v1/ipam/reservations/${id}`,
    );
    expect({ label, notes }).toEqual({ label: "my printer", notes: "by them" });
  });
});

test("a subnet with changes is not left without a question", async () => {
  const subnet = await post("/ipam/subnets", { name: "Half", cidr: "10.1.8.0/28" });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/ipam/${subnet.id}?form=edit` }, async (page) => {
    await page.getByRole("textbox", { name: "Name" }).fill("Half done");
    await page.getByRole("button", { name: "Cancel" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Half done");
    await page.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "10.1.8.0/28 Half" }).waitFor();
  });
});

test("a failed list says so, with its request, and comes back by another try", async () => {
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.route("**/api/v1/ipam/subnets", (route) =>
      route.fulfill({
        status: 429,
        headers: { "X-Request-Id": "request-7" },
        json: { detail: "Too many calls" },
      }),
    );
    await page.goto("/ipam");
    await page.getByText("Cannot load subnets").waitFor();
    await page.getByText("request-7").waitFor();
    await expectAccessible(page);
    await page.unroute("**/api/v1/ipam/subnets");
    await page.getByRole("button", { name: "Try again", exact: true }).click();
    await page
      .getByRole("heading", { name: "Fullest subnets" })
      .or(page.getByText("No subnets yet"))
      .waitFor();
  });
});

test.each([
  ["a desk", "dark", { width: 1280, height: 800 }, false],
  ["a tablet", "light", { width: 1024, height: 768 }, true],
] as const)(
  "grid, rows of IPv6 and lists are accessible on %s in the %s scheme",
  async (_, colorScheme, viewport, hasTouch) => {
    const net = hasTouch ? 11 : 10;
    const four = await post("/ipam/subnets", {
      name: "Mixed",
      cidr: `10.3.${net}.0/26`,
      gateway: `10.3.${net}.1`,
      dhcp_start: `10.3.${net}.40`,
      dhcp_end: `10.3.${net}.50`,
    });
    const six = await post("/ipam/subnets", { name: "Six", cidr: `2001:db8:${net}::/64` });
    await post("/ipam/reservations", { ip_address: `10.3.${net}.9`, label: "printer" });
    await post("/ipam/reservations", { ip_address: `10.3.${net}.45`, label: "in the range" });
    await post("/ipam/reservations", { ip_address: `2001:db8:${net}::5`, label: "server" });
    const person = await givenPerson({ service }, "NetworkAdmin");
    await inBrowser(
      service,
      { as: person, path: `/ipam/${four.id}`, colorScheme, viewport, hasTouch },
      async (page) => {
        await page.getByRole("gridcell", { name: new RegExp(`^10\\.3\\.${net}\\.45, conflict`) }).waitFor();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        await page.getByRole("tab", { name: "Reservations 2" }).click();
        await page.getByRole("grid", { name: "Reservations" }).waitFor();
        await expectAccessible(page);
        await page.goto(`/ipam/${six.id}`);
        await page.getByRole("row", { name: new RegExp(`2001:db8:${net}::5`) }).waitFor();
        await expectAccessible(page);
        await page.goto("/ipam");
        await page.getByRole("heading", { name: "Fullest subnets" }).waitFor();
        await expectAccessible(page);
      },
    );
  },
);
