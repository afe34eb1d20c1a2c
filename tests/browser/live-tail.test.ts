import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { startSender } from "../support/numbered-sender";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { startCuttableProxy } from "../support/cuttable-proxy";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

setDefaultTimeout(patient(30_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
afterAll(() => socket.close());

/** Lines of one test: `name-1` and so on. */
function send(name: string, from: number, to: number): void {
  for (let number = from; number <= to; number++) socket.send(`<134>1 - fw-1 app - - - ${name}-${number}`);
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const live = (page: Page) => page.getByText(/^live · /).waitFor();

const line = (page: Page, name: string) => page.getByText(new RegExp(`${name}$`));

/** The numbers of the lines that are drawn, in their order. */
async function shownNumbers(page: Page): Promise<number[]> {
  const lines = await page.getByRole("log", { name: "Live events" }).getByRole("article").allTextContents();
  return lines.map((line) => Number(/-(\d+)$/.exec(line)?.[1]));
}

test("new lines come in at the bottom; a pause keeps what is read, counts what comes, and ends at what is newest", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog/live?q=pause" }, async (page) => {
    await page.getByText("No line matches yet").waitFor();
    await expectAccessible(page);
    send("pause", 1, 100);
    await line(page, "pause-100").waitFor();
    const list = page.getByRole("log", { name: "Live events" });
    const atEnd = await shownNumbers(page);
    expect(atEnd).toEqual(numbers(atEnd[0] ?? 0, 100));

    await list.hover();
    await page.mouse.wheel(0, -480);
    await page.getByText("paused · 0 new").first().waitFor();
    const place = await list.evaluate((element) => element.scrollTop);
    await line(page, "pause-70").evaluate((element) => getSelection()?.selectAllChildren(element));
    send("pause", 101, 180);
    await page.getByText("paused · 80 new").first().waitFor();
    expect(await list.evaluate((element) => element.scrollTop)).toBe(place);
    expect(await page.evaluate(() => getSelection()?.toString())).toContain("pause-70");
    await expectAccessible(page);

    await page.evaluate(() => getSelection()?.empty());
    await page.getByRole("button", { name: "Resume" }).click();
    await line(page, "pause-180").waitFor();
    const resumed = await shownNumbers(page);
    expect(resumed).toEqual(numbers(resumed[0] ?? 0, 180));
    await page.keyboard.press("p");
    await page.getByText("paused · 0 new").first().waitFor();
  });
});

test("a name that is no field is told above the tail, and leads to the nearest", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog/live?q=sourcehost:fw-1" }, async (page) => {
    await page.getByText("“sourcehost” is no field; the nearest is source_host.").waitFor();
    await live(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show source_host:fw-1" }).click();
    await live(page);
    expect(await page.getByText("is no field").count()).toBe(0);
    send("named", 1, 1);
    await line(page, "named-1").waitFor();
  });
});

test("a connection that is cut comes back by itself, and no line is missing", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  const proxy = await startCuttableProxy(service.url);
  await inBrowser(
    { ...service, url: proxy.url },
    { as: person, path: "/syslog/live?q=cut" },
    async (page) => {
      await live(page);
      send("cut", 1, 10);
      await line(page, "cut-10").waitFor();
      proxy.cut();
      await page
        .getByText(/^no connection since \d\d:\d\d:\d\d, reconnecting$/)
        .first()
        .waitFor();
      send("cut", 11, 20);
      await live(page);
      send("cut", 21, 25);
      await line(page, "cut-25").waitFor();
      expect(await shownNumbers(page)).toEqual(numbers(1, 25));
    },
  );
  await proxy.close();
});

test("a line opens beside the list, its value filters both tail and search, and the link shows it again", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog/live?q=opened" }, async (page) => {
    await live(page);
    send("opened", 1, 3);
    await line(page, "opened-3").waitFor();
    const list = page.getByRole("log", { name: "Live events" });
    await list.focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary");
    await panel.getByText("opened-2").first().waitFor();
    await page.getByText("paused · 0 new").first().waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole("complementary").getByText("opened-2").first().waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });

    await list.getByRole("button", { name: "fw-1" }).first().click();
    await waitFor("the query in the address", () => page.url().includes("source_host:fw-1"));
    await page.getByRole("link", { name: "Search" }).click();
    await waitFor("the search page", () => new URL(page.url()).pathname === "/syslog");
    expect(page.url()).toContain("source_host:fw-1");
  });
});

test("at 1,000 lines a second the page draws no more than is seen, ten times a second at most, and can be paused, and stays at its end in a smaller window", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog/live?q=seq" }, async (page) => {
    await live(page);
    const list = page.getByRole("log", { name: "Live events" });
    const sender = await startSender({
      transport: "udp",
      port: service.syslogPort,
      first: 0,
      total: 6000,
      rate: 1000,
    });
    await page
      .getByText(/seq=0000000\d{3}$/)
      .first()
      .waitFor();
    const renders = await list.evaluate(countRenders);
    expect(renders.count * 90).toBeLessThanOrEqual(renders.milliseconds);
    await page.keyboard.press("p");
    await page.getByText(/^paused · [\d,]+ new/).waitFor();
    const frozen = await list.textContent();
    await sender.done;
    expect(await list.textContent()).toBe(frozen);
    await page.keyboard.press("p");
    await page.getByText(/seq=0000005999$/).waitFor();
    expect(await list.getByRole("article").count()).toBeLessThan(60);

    // As many rows as are kept: from here on the list does not grow.
    expect(await behindEnd(list)).toBeLessThanOrEqual(1);
    await page.setViewportSize({ width: 900, height: 500 });
    send("seq", 1, 5);
    await line(page, "seq-5").waitFor();
    expect(await behindEnd(list)).toBeLessThanOrEqual(1);
  });
});

/** Pixels below what is seen of a list. */
const behindEnd = (list: Locator) =>
  list.evaluate(
    ({ scrollHeight, scrollTop, clientHeight }: Element) => scrollHeight - scrollTop - clientHeight,
  );

/** How often the lines change in two seconds; runs in the page. */
function countRenders(list: Element): Promise<{ count: number; milliseconds: number }> {
  return new Promise((resolve) => {
    const started = performance.now();
    let count = 0;
    const observer = new MutationObserver(() => {
      count += 1;
    });
    observer.observe(list, { subtree: true, childList: true });
    setTimeout(() => {
      observer.disconnect();
      resolve({ count, milliseconds: performance.now() - started });
    }, 2000);
  });
}

test("an IPv6 address is never cut: its column grows when one is shown, and stays", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog/live?q=addresses" }, async (page) => {
    await live(page);
    const cells = page.getByRole("article").locator("[data-column=src_ip], [data-column=dst_ip]");
    const sendFlow = async (number: number, source: string, destination: string) => {
      socket.send(
        `<134>1 - fw-1 kernel - - - SRC=${source} DST=${destination} PROTO=TCP addresses-${number}`,
      );
      await line(page, `addresses-${number}`).waitFor();
      return cells.evaluateAll((elements) =>
        elements.map((element) => ({
          width: element.clientWidth,
          isCut: [...element.querySelectorAll("*")].some((one) => one.scrollWidth > one.clientWidth + 1),
        })),
      );
    };
    const usual = await sendFlow(1, "198.51.100.100", "203.113.100.200");
    expect(usual.map(({ isCut }) => isCut)).toEqual([false, false]);
    const longest = "2001:1db8:1111:2222:3333:4444:5555:6666";
    const grown = await sendFlow(2, longest, longest);
    expect(grown.map(({ isCut }) => isCut)).toEqual([false, false, false, false]);
    expect(grown[0]?.width).toBeGreaterThan(usual[0]?.width ?? 0);
    const later = await sendFlow(3, "198.51.100.100", "203.113.100.200");
    expect(later.map(({ width }) => width)).toEqual(later.map(() => grown[0]?.width ?? 0));
  });
});

test("beside the address of an own device stands its name, of lines from before and of those that come, asked once a second at most", async () => {
  await admin.send("POST", "/api/v1/topology/devices", { hostname: "nas-cellar", ip_address: "10.77.0.1" });
  await admin.send("POST", "/api/v1/topology/devices", { hostname: "printer-2", ip_address: "10.77.0.2" });
  const person = await givenPerson({ service }, "SecurityAnalyst");
  const sendFlow = (source: string, name: string) =>
    socket.send(`<134>1 - fw-1 kernel - - - SRC=${source} DST=203.0.113.9 PROTO=TCP owned-${name}`);
  sendFlow("10.77.0.1", "before");
  await waitFor("the line to be found", async () => {
    const { total } = await admin.get<{ total: number }>("/api/v1/syslog/events?q=owned");
    return total === 1;
  });
  await inBrowser(service, { as: person, path: "/syslog/live?q=owned" }, async (page) => {
    let questions = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/by-address")) questions += 1;
    });
    const row = (name: string) => page.getByRole("article").filter({ hasText: `owned-${name}` });
    await row("before").getByText("nas-cellar").waitFor();
    await live(page);
    questions = 0;
    const begun = performance.now();
    sendFlow("10.77.0.2", "new");
    for (let number = 0; number < 250; number++) sendFlow(`10.78.0.${number}`, `other-${number}`);
    await row("other-249").waitFor();
    sendFlow("10.77.0.2", "again");
    await row("again").getByText("printer-2").waitFor();
    sendFlow("10.77.0.1", "known");
    await row("known").getByText("nas-cellar").waitFor();
    expect(questions).toBeLessThanOrEqual(1 + (performance.now() - begun) / 1000);
    await expectAccessible(page);
  });
});

test("who steps from line to line in the details and closes them is at the line that was shown", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog/live?q=stepped" }, async (page) => {
    await live(page);
    send("stepped", 1, 60);
    await line(page, "stepped-60").waitFor();
    await page
      .getByRole("article")
      .last()
      .click({ position: { x: 4, y: 4 } });
    const panel = page.getByRole("complementary");
    await panel.getByText("stepped-60").first().waitFor();
    for (let step = 1; step <= 40; step++) {
      await page.keyboard.press("ArrowUp");
      await panel
        .getByText(`stepped-${60 - step}`)
        .first()
        .waitFor();
    }
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    await waitFor("the focus on the line", async () => (await focused()).endsWith("stepped-20"));
    await page.keyboard.press("ArrowUp");
    await waitFor("the focus on the one above", async () => (await focused()).endsWith("stepped-19"));
  });
});

test("a query that the service refuses is said once, with what is wrong with it", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog/live?q=severity:high" }, async (page) => {
    await page
      .getByText(/^Stopped: severity must/)
      .first()
      .waitFor();
    const query = page.getByRole("combobox", { name: "Query" });
    expect(await query.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByRole("alert").count()).toBe(0);
    await expectAccessible(page);
  });
});

test("who may not see events is told which permission is missing", async () => {
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/syslog/live" }, async (page) => {
    await page.getByText("You may not see this page").waitFor();
    await page.getByText(/security_view/).waitFor();
  });
});

test("the tail is accessible in the light and the dark scheme, filled, running and paused", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  const viewport = { width: 1024, height: 768 };
  await inBrowser(service, { as: person, path: "/syslog/live", viewport }, async (page) => {
    await live(page);
    send("schemes", 1, 40);
    await line(page, "schemes-40").waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press("p");
    await page.getByText(/^paused/).waitFor();
    await expectAccessibleInBothSchemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
});
