import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const blocked = (port: number) =>
  `<134>Nov 21 16:05:00 fw-berlin filterlog[45231]: 5,,,1000000103,igb0,match,block,in,4,0x0,,64,1,0,DF,6,tcp,60,198.51.100.7,203.0.113.5,50000,${port},0,S,1234567890,,64240,,mss`;
const PORTS = [22, 23, 3389];

beforeAll(async () => {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
  for (const port of PORTS) socket.send(blocked(port));
  socket.send("<38>Nov 21 16:05:00 web-1 sshd[4242]: a line of a server");
  socket.close();
  await waitFor("the lines to be found", async () => {
    const { total } = await admin.get<{ total: number }>("/api/v1/syslog/events");
    return total === PORTS.length + 1;
  });
});

const queryField = (page: Page) => page.getByRole("combobox", { name: "Query" });
const isFocused = (page: Page, name: string | RegExp) =>
  page
    .getByRole("button", { name })
    .first()
    .evaluate((button) => button === document.activeElement);

test("another range asks what is typed by then, and so does the way to the live tail", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog" }, async (page) => {
    await page.getByText("4 events ·").waitFor();
    await queryField(page).fill("verdict:deny");
    await page.getByRole("button", { name: /^Time range/ }).click();
    await page.getByRole("button", { name: "Last 24 h" }).click();
    await page.getByText("3 events ·").waitFor();
    expect(new URL(page.url()).search).toBe("?q=verdict:deny&from=-24h");
    await queryField(page).fill("verdict:deny 3389");
    await page.getByRole("link", { name: "Live" }).click();
    await page.getByRole("heading", { name: "Live tail" }).waitFor();
    expect(await queryField(page).inputValue()).toBe("verdict:deny 3389");
    await queryField(page).fill("verdict:deny 22");
    await page.getByRole("link", { name: "Search" }).click();
    await page.getByText("1 event ·").waitFor();
    expect(await queryField(page).inputValue()).toBe("verdict:deny 22");
  });
});

test("a firewall's word that no line has leads to the verdict that stands for it", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?q=blocked%20198.51.100.7" }, async (page) => {
    await page.getByText(/“blocked” was looked for as a word of the line/).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Search verdict:deny 198.51.100.7" }).click();
    await page.getByText("3 events ·").waitFor();
  });
});

test("a copied link shows the same events to whoever opens it, at the same times", async () => {
  const person = await givenPerson({ service });
  let link = "";
  const permissions = ["clipboard-read", "clipboard-write"];
  await inBrowser(service, { as: person, path: "/syslog?q=verdict:deny", permissions }, async (page) => {
    await page.getByText("3 events ·").waitFor();
    await page.getByRole("button", { name: "Saved" }).click();
    await page.getByRole("button", { name: "Copy a link to it" }).click();
    await page.getByText(/^Link copied/).waitFor();
    link = await page.evaluate(() => navigator.clipboard.readText());
  });
  const { pathname, search, searchParams } = new URL(link);
  expect(pathname).toBe("/syslog");
  expect(Date.parse(searchParams.get("to") ?? "") - Date.parse(searchParams.get("from") ?? "")).toBe(900_000);
  await inBrowser(
    service,
    { as: await givenPerson({ service }), path: `${pathname}${search}` },
    async (page) => {
      await page.getByText("3 events ·").waitFor();
      expect(await queryField(page).inputValue()).toBe("verdict:deny");
    },
  );
});

test("nothing of the bar moves when there is something to export, and where there is nothing it says so", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?q=nobody-says-so" }, async (page) => {
    const exporting = page.getByRole("button", { name: "Export" });
    const place = () => page.getByRole("button", { name: "Search", exact: true }).boundingBox();
    await page.getByText("0 events ·").waitFor();
    expect(await exporting.isDisabled()).toBe(true);
    const before = await place();
    await page.getByRole("button", { name: "Remove the query" }).click();
    await page.getByText("4 events ·").waitFor();
    await waitFor("an export that can be opened", () => exporting.isEnabled());
    expect(await place()).toEqual(before);
  });
});

test("whoever leaves a drop-down by Escape, or chooses in it, is at its button again", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?q=verdict:deny" }, async (page) => {
    await page.getByText("3 events ·").waitFor();
    for (const name of ["Saved", "Export", "Columns", /^Time range/]) {
      await page.getByRole("button", { name }).first().focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await waitFor("the focus in the layer", () =>
        page.getByRole("dialog").evaluate((layer) => layer.contains(document.activeElement)),
      );
      await page.keyboard.press("Escape");
      await waitFor(`the focus on ${String(name)}`, () => isFocused(page, name));
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Last hour" }).focus();
    await page.keyboard.press("Enter");
    await waitFor("the focus on the range", () => isFocused(page, "Time range: Last hour"));
  });
});

test("a click beside a dialog closes it as long as nothing was typed", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?q=verdict:deny" }, async (page) => {
    const dialog = page.getByRole("dialog", { name: "Save this search" });
    const open = async () => {
      await page.getByRole("button", { name: "Saved" }).click();
      await page.getByRole("button", { name: "Save this search" }).click();
      await dialog.getByRole("textbox", { name: "Name" }).waitFor();
    };
    await open();
    await page.mouse.click(20, 700);
    await dialog.waitFor({ state: "detached" });
    await open();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Half a na");
    await page.mouse.click(20, 700);
    await dialog.getByRole("textbox", { name: "Name" }).click();
    expect(await dialog.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Half a na");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});

test("what is told for a moment stands beside the details, not over them", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?q=verdict:deny" }, async (page) => {
    await page.getByRole("grid", { name: "Events" }).getByRole("rowheader").first().click();
    const panel = page.getByRole("complementary");
    await panel.waitFor();
    await page.getByRole("button", { name: "Saved" }).click();
    await page.getByRole("button", { name: "Save this search" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Beside");
    await page.keyboard.press("Enter");
    const told = await page.getByText("Saved as Beside").boundingBox();
    const details = await panel.boundingBox();
    expect((told?.x ?? 0) + (told?.width ?? 0)).toBeLessThanOrEqual(details?.x ?? 0);
  });
});

test("on a phone the tools of the list are one row, what is asked another, and menus are as high as fingers need", async () => {
  const person = await givenPerson({ service });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  await inBrowser(
    service,
    { as: person, path: "/syslog?q=verdict:deny%20src_ip:198.51.100.7", ...phone },
    async (page) => {
      await page.getByText("3 events ·").waitFor();
      const tools = [
        page.getByRole("button", { name: "Fields" }),
        page.getByRole("button", { name: "Wrap long lines" }),
        page.getByRole("button", { name: "Columns" }),
        page.getByRole("link", { name: "Status" }),
      ];
      const middles = await Promise.all(
        tools.map(async (tool) => {
          const box = await tool.boundingBox();
          return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
        }),
      );
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);
      const chips = await page.getByRole("list", { name: "Filters" }).boundingBox();
      expect(chips?.y).toBeGreaterThan(middles[0] ?? 0);
      await page.getByRole("button", { name: "Export" }).click();
      const entry = await page.getByRole("button", { name: "As CSV" }).boundingBox();
      expect(entry?.height).toBeGreaterThanOrEqual(44);
      await expectAccessible(page);
    },
  );
});

test("rules that tell nobody say so, and lead to where that is changed", async () => {
  await admin.send("POST", "/api/v1/alerts/rules", { name: "Quiet", event_type: "device_offline" });
  const person = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as: person, path: "/alerts/rules" }, async (page) => {
    await page.getByText(/^No rule that is in use tells anybody/).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Set up notifications" }).click();
    await page.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
  });
});
