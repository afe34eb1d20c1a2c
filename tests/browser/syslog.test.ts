import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(30_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const blocked = (source: string, port: number) =>
  `<134>Nov 21 16:05:00 fw-berlin filterlog[45231]: 5,,,1000000103,igb0,match,block,in,4,0x0,,64,1,0,DF,6,tcp,60,${source},203.0.113.5,50000,${port},0,S,1234567890,,64240,,mss`;
const passed = (source: string) => blocked(source, 443).replace(",block,", ",pass,");
const LINES = [
  blocked("198.51.100.7", 22),
  blocked("198.51.100.7", 23),
  blocked("198.51.100.7", 3389),
  passed("198.51.100.7"),
  blocked("2001:db8:0:1:ffff:ffff:ffff:fff7", 22).replace(
    ",4,0x0,,64,1,0,DF,6,tcp,60,",
    ",4,0x0,,64,1,0,DF,6,tcp,60,",
  ),
  "<38>Nov 21 16:05:00 web-1 sshd[4242]: Failed password for invalid user admin from 198.51.100.8 port 40001 ssh2",
  ...Array.from({ length: 12 }, (_, job) => `<78>Nov 21 16:05:00 web-2 cron[77]: job ${job} is done`),
];
const ALL = `${LINES.length} events ·`;

beforeAll(async () => {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
  for (const line of LINES) socket.send(line);
  await waitFor("the lines to be found", async () => {
    const { total } = await admin.get<{ total: number }>("/api/v1/syslog/events");
    return total === LINES.length;
  });
  socket.close();
});

const queryField = (page: Page) => page.getByRole("combobox", { name: "Query" });
const dataRows = (page: Page) =>
  page
    .getByRole("grid", { name: "Events" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
const portRow = (page: Page, port: number) =>
  dataRows(page).filter({ has: page.getByRole("button", { name: String(port), exact: true }) });

/**
 * From the middle of the plot to its end, where the newest events are. `histogram` names the figures that must be drawn
 * by then: a plot is made anew for another set of verdicts, and what is drawn over the old one is lost.
 */
async function drawOver(page: Page, histogram: Locator): Promise<void> {
  const plot = histogram.locator(".u-over");
  await plot.waitFor();
  const box = await plot.boundingBox();
  if (box === null) throw new Error("there is no plot");
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, box.y + 20, { steps: 4 });
  await page.mouse.up();
}

test("a blocked connection is found, narrowed, saved, and seen the same by who opens the link", async () => {
  const person = await givenPerson({ service });
  let link = "";
  await inBrowser(service, { as: person, path: "/syslog?from=-1h" }, async (page) => {
    await queryField(page).fill("verdict:deny src_ip:198.51.100.7");
    await page.keyboard.press("Enter");
    await page.getByText("3 events ·").waitFor();
    await page.getByRole("button", { name: "Remove src_ip 198.51.100.7" }).waitFor();

    await drawOver(page, page.getByRole("img", { name: /^Events by verdict, .*\. Deny 3\. Most/ }));
    await page.getByRole("button", { name: /^Time range: \d/ }).waitFor();
    await page.getByText("3 events ·").waitFor();

    await portRow(page, 23)
      .getByRole("button", { name: "23", exact: true })
      .click({ modifiers: ["Shift"] });
    await page.getByText("2 events ·").waitFor();
    expect(await portRow(page, 23).count()).toBe(0);

    await page.getByRole("button", { name: "Saved" }).click();
    await page.getByRole("button", { name: "Save this search" }).click();
    await page.getByRole("textbox", { name: "Name" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Name" }).fill("Blocked from .7");
    await page.keyboard.press("Enter");
    await page.getByText("Saved as Blocked from .7").waitFor();

    await portRow(page, 3389).getByRole("rowheader").click();
    await page.getByRole("heading", { name: "Deny 198.51.100.7 -> 203.0.113.5:3389" }).waitFor();
    link = page.url();
  });
  await inBrowser(service, { as: await givenPerson({ service }), path: link }, async (page) => {
    await page.getByText("2 events ·").waitFor();
    expect(await queryField(page).inputValue()).toBe("verdict:deny src_ip:198.51.100.7 -dst_port:23");
    await page.getByRole("complementary").getByText("filterlog[45231]").first().waitFor();
    expect(await dataRows(page).count()).toBe(2);
  });
});

test("a saved search is run, deleted, and brought back", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?q=sshd&from=-6h" }, async (page) => {
    await page.getByRole("button", { name: "Saved" }).click();
    await page.getByRole("button", { name: "Save this search" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Logins");
    await page.keyboard.press("Enter");
    await page.getByText("Saved as Logins").waitFor();
    await page.getByRole("button", { name: "Remove sshd" }).click();
    await page.getByText(ALL).waitFor();
    await page.getByRole("button", { name: "Saved" }).click();
    await page.getByRole("button", { name: /^Logins/ }).click();
    await page.getByText("1 event ·").waitFor();
    await page.getByRole("button", { name: "Saved" }).click();
    await page.getByRole("button", { name: "Delete Logins" }).click();
    await page.getByText("No saved searches yet").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Saved" }).click();
    await page.getByRole("button", { name: /^Logins/ }).waitFor();
  });
});

test("the query is completed by keys: fields, known values, and those that the events have", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog" }, async (page) => {
    await queryField(page).pressSequentially("verd");
    await page.getByRole("option", { name: /^verdict:/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.getByRole("option", { name: "deny" }).waitFor();
    await page.keyboard.type("de");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    expect(await queryField(page).inputValue()).toBe("verdict:deny ");
    await page.keyboard.type("-dst_port:");
    await page.getByRole("option", { name: "3389 1" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("option").first().waitFor({ state: "hidden" });
    expect(await queryField(page).inputValue()).toBe("verdict:deny -dst_port:");
    await page.keyboard.type("22");
    await page.keyboard.press("Enter");
    await page.getByText("2 events ·").waitFor();
    await page.goBack();
    await page.getByText(ALL).waitFor();
    expect(await queryField(page).inputValue()).toBe("");
    await queryField(page).focus();
    await page.keyboard.press("Control+ArrowUp");
    expect(await queryField(page).inputValue()).toBe("verdict:deny -dst_port:22");
  });
});

test("the grid goes by keys: Enter opens, + filters, Esc closes and gives the focus back", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?q=verdict:deny" }, async (page) => {
    await portRow(page, 3389).waitFor();
    await page.getByRole("grid", { name: "Events" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^Deny .* -> / }).waitFor();
    await page.getByText("Same sender, just before and after").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: /^Deny .* -> / }).waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
    for (let column = 0; column < 2; column++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("+");
    await page.getByRole("button", { name: "Remove source_host fw-berlin" }).waitFor();
  });
});

test("a query that is refused marks its term and keeps the events before it", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog" }, async (page) => {
    await page.getByText(ALL).waitFor();
    await page.getByRole("img", { name: /^Events by verdict/ }).waitFor();
    const grid = page.getByRole("grid", { name: "Events" });
    const before = await grid.boundingBox();
    await queryField(page).fill("dst_port:99999");
    await page.keyboard.press("Enter");
    const problem = page.getByText("dst_port must be a number from 0 to 65535");
    await problem.waitFor();
    expect(await problem.count()).toBe(1);
    expect(await page.getByRole("alert").count()).toBe(1);
    expect(await grid.boundingBox()).toEqual(before);
    expect(await queryField(page).getAttribute("aria-invalid")).toBe("true");
    expect(await dataRows(page).count()).toBe(LINES.length);
    await expectAccessible(page);
  });
});

test("a name that is no field is told above what is found and where nothing is, and leads to the nearest", async () => {
  await inBrowser(
    service,
    { as: await givenPerson({ service }), path: "/syslog?from=-1h&q=-verdit:deny" },
    async (page) => {
      await page.getByText(ALL).waitFor();
      await page.getByText("“verdit” is no field; the nearest is verdict.").waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Search -verdict:deny" }).click();
      await page.getByText(`${LINES.length - 4} events ·`).waitFor();
      expect(await page.getByText("is no field").count()).toBe(0);

      await queryField(page).fill("verdit:deny");
      await page.keyboard.press("Enter");
      await page.getByText("“verdit:deny” was looked for in the lines as it is.").waitFor();
      await page.getByRole("button", { name: "Search verdict:deny" }).click();
      await page.getByText("4 events ·").waitFor();
    },
  );
});

test("a search that is not answered says why, beside the events before it", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog" }, async (page) => {
    await page.getByText(ALL).waitFor();
    await page.route(/\/api\/v1\/syslog\/events\?/, (route) =>
      route.fulfill({
        status: 429,
        headers: { "X-Request-Id": "request-1", "Retry-After": "1" },
        json: { detail: "Search timed out after 10 seconds; narrow the time range or the filters" },
      }),
    );
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText("Search timed out after 10 seconds").waitFor();
    await page.getByText("request-1").waitFor();
    expect(await dataRows(page).count()).toBe(LINES.length);
  });
});

test("the fields beside the events count their values, filter by them, fold, and are remembered", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?from=-1h" }, async (page) => {
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes("/syslog/facets")) asked += 1;
    });
    await page.getByText(ALL).waitFor();
    expect(asked).toBe(0);
    await page.getByRole("button", { name: "Fields", exact: true }).click();
    const fields = page.getByRole("region", { name: "Fields" });
    await fields.getByRole("button", { name: "Deny 4" }).waitFor();
    await fields.getByRole("button", { name: "198.51.100.7 4" }).waitFor();
    expect(asked).toBe(1);
    await expectAccessible(page);
    await fields.getByRole("button", { name: "Deny 4" }).click();
    await page.getByText("4 events ·").waitFor();
    await fields.getByRole("button", { name: "22 2" }).click({ modifiers: ["Shift"] });
    await page.getByText("2 events ·").waitFor();
    await fields.getByRole("button", { name: "Without 23" }).click();
    await page.getByText("1 event ·").waitFor();
    expect(await queryField(page).inputValue()).toBe("verdict:deny -dst_port:22 -dst_port:23");
    await fields.getByRole("button", { name: /^Program/ }).click();
    await fields.getByRole("button", { name: "filterlog 1" }).waitFor();
    await fields.getByRole("button", { name: /^Verdict/ }).click();
    await page.reload();
    await fields.getByRole("button", { name: "filterlog 1" }).waitFor();
    expect(await fields.getByRole("button", { name: /^Deny/ }).count()).toBe(0);
  });
});

test("a vendor's own word leads to the verdict, in the list of completions and beside the query", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?from=-1h" }, async (page) => {
    await queryField(page).click();
    expect(await page.getByRole("option").first().textContent()).toStartWith("verdict:");
    await page.keyboard.type("action:blo");
    await page.getByRole("option", { name: "verdict:deny whatever the vendor’s word" }).waitFor();
    await page.keyboard.type("ck");
    await page.keyboard.press("Enter");
    await page.getByText("4 events ·").waitFor();
    await page.getByRole("button", { name: "For all vendors’ words: verdict:deny" }).click();
    await page.getByRole("button", { name: "Remove verdict deny" }).waitFor();
  });
});

test("an event's addresses lead to their device and their subnet, and long lines are wrapped on demand", async () => {
  const device = await admin.send<{ id: number }>("POST", "/api/v1/topology/devices", {
    display_name: "jump-host",
    ip_address: "198.51.100.7",
  });
  await admin.send("POST", "/api/v1/ipam/subnets", { name: "Guests", cidr: "198.51.100.0/24" });
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?from=-1h&q=dst_port:3389" }, async (page) => {
    const row = dataRows(page).first();
    const height = async () => (await row.boundingBox())?.height ?? 0;
    const before = await height();
    await page.getByRole("button", { name: "Wrap long lines" }).click();
    await waitFor("rows of several lines", async () => (await height()) > 2 * before);
    expect(new URL(page.url()).searchParams.get("wrap")).toBe("true");
    await row.getByRole("rowheader").click();
    await page.getByRole("link", { name: "198.51.100.0/24" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "jump-host" }).click();
    await page.waitForURL(`**/inventory/${device.id}`);
    await page.goBack();
    await page.getByRole("link", { name: "Status", exact: true }).click();
    await page.getByRole("heading", { name: "Syslog status" }).waitFor();
  });
});

test("beside the address of a device its name stands, for which a page of events asks once", async () => {
  await admin.send("POST", "/api/v1/topology/devices", {
    display_name: "mail-relay",
    ip_address: "198.51.100.8",
  });
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person }, async (page) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/topology/devices/by-address")) asked.push(request.url());
    });
    await page.goto("/syslog?from=-1h&columns=received_at,src_ip,dst_ip,raw_log");
    const row = dataRows(page).filter({ hasText: "198.51.100.8" }).first();
    await row.getByText("mail-relay", { exact: true }).waitFor();
    expect(await dataRows(page).filter({ hasText: "2001:db8" }).first().innerText()).not.toContain("mail");
    expect(asked).toHaveLength(1);
    await row.getByRole("button", { name: "198.51.100.8" }).click();
    await page.waitForURL(/q=src_ip/);
    // What was there before is dimmed.
    await waitFor("what is asked for", async () => (await page.locator("[data-stale=true]").count()) === 0);
    await expectAccessible(page);
  });
});

test("the figures of the histogram are read under the pointer, and what was drawn over it goes", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?from=-1h&q=verdict:deny" }, async (page) => {
    const histogram = page.getByRole("img", { name: /^Events by verdict, .*\. Deny 4\. Most/ });
    await drawOver(page, histogram);
    await page.getByRole("button", { name: /^Time range: \d/ }).waitFor();
    expect((await page.locator(".u-select").boundingBox())?.width ?? 0).toBe(0);
    const plot = await page.locator(".u-over").boundingBox();
    if (plot === null) throw new Error("there is no plot");
    await page.mouse.move(plot.x + plot.width - 2, plot.y + 20);
    await page.getByText(/^\d+ [A-Z][a-z]+ \d\d:\d\d.*Deny (?:–|\d+)$/).waitFor();
  });
});

test("the file has exactly what is shown", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?q=verdict:deny%20-dst_port:22" }, async (page) => {
    await page.getByText("2 events ·").waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "As JSON", exact: true }).click(),
    ]);
    const rows: unknown = await Bun.file(await download.path()).json();
    expect(rows).toMatchObject([{ dst_port: 3389 }, { dst_port: 23 }]);
  });
});

test("the list goes on while it is scrolled, ends at its limit, and is continued from there", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog" }, async (page) => {
    await page.route(/\/syslog\/events\?.*limit=250/, (route) =>
      route.continue({ url: route.request().url().replace("limit=250", "limit=1") }),
    );
    await queryField(page).fill("app:cron");
    await page.keyboard.press("Enter");
    await page.getByText("The list ends at").waitFor();
    expect(await dataRows(page).count()).toBe(10);
    const last = dataRows(page).last();
    const line = /job \d+ is done/.exec((await last.textContent()) ?? "")?.[0] ?? "no line";
    const at = await last.locator("time").getAttribute("datetime");
    await page.getByRole("button", { name: "Continue from there" }).click();
    await page.getByRole("button", { name: /^Time range: \d/ }).waitFor();
    expect(new URL(page.url()).searchParams.get("to")).toBe(at);
    // Those of the same millisecond come again: none is left out.
    await dataRows(page).filter({ hasText: line }).waitFor();
  });
});

test("without permissions there is no export, then no page", async () => {
  const setRole = async (permissions: string[]) => {
    const body = JSON.stringify({ roles: { Watcher: permissions } });
    const answer = await admin.fetch("/api/v1/admin/role-permissions", { method: "PUT", body });
    expect(answer.status).toBe(200);
  };
  await admin.send("POST", "/api/v1/admin/roles", { name: "Watcher" });
  await setRole(["security_view"]);
  const person = await givenPerson({ service }, "Watcher");
  await inBrowser(service, { as: person, path: "/syslog" }, async (page) => {
    await page.getByText(ALL).waitFor();
    expect(await page.getByRole("button", { name: "Export" }).count()).toBe(0);
    await setRole([]);
    await page.reload();
    await page.getByText("You may not see this page").waitFor();
  });
});

test.each([
  ["a desk, in light colours", { viewport: { width: 1280, height: 800 }, colorScheme: "light" }],
  [
    "a tablet, in dark colours",
    { viewport: { width: 1024, height: 768 }, colorScheme: "dark", hasTouch: true },
  ],
] as const)("the page is accessible on %s, filled and empty", async (_, device) => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog", ...device }, async (page) => {
    await page.getByRole("img", { name: /^Events by verdict/ }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(device.viewport.width);
    await queryField(page).fill("nothing has this");
    await page.keyboard.press("Enter");
    await page.getByText("No event matches this query").waitFor();
    await expectAccessible(page);
    await queryField(page).fill("source:203.0.113.254");
    await page.keyboard.press("Enter");
    await page.getByText("“source” is no field").waitFor();
    await page.getByRole("button", { name: "Search src_ip:203.0.113.254" }).click();
    await page.waitForURL(/q=src_ip:203\.0\.113\.254/);
  });
});

test("the histogram is drawn in a browser whose language is none, as that of a system without a locale", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "language", { get: () => "en-US@posix" }),
    );
    await page.goto("/syslog?from=-1h");
    await page.locator(".uplot canvas").waitFor();
  });
});
