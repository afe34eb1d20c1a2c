import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { readStatus, waitUntilStored } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

setDefaultTimeout(patient(30_000));

const { service, admin } = await startWebServiceWithAdmin();
const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
afterAll(async () => {
  socket.close();
  await service.remove();
});

const FILTERLOG =
  "<134>1 2026-11-21T10:50:00Z fw-1 filterlog 48211 - - 4,,,1000000103,igb1,match,block,in,4,0x0,,64,50001,0,DF,6,tcp,60,203.0.113.9,198.51.100.7,51515,22,0,S,3999,,64240,,mss";

/** What the service says of itself, changed: losses cannot be had by asking for them. */
async function changedStatus(change: object): Promise<object> {
  const status = await admin.get<object>("/api/v1/syslog/status");
  return { ...status, ...change };
}

test("a service that has received nothing says so, with the line to paste", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  const untouched = await changedStatus({
    received_packets: 0,
    stored_events: 0,
    senders: [],
    sender_count: 0,
  });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.route("**/api/v1/syslog/status", (route) => route.fulfill({ json: untouched }));
    await page.goto("/syslog/status");
    await page.getByText("No line received since start").waitFor();
    await page
      .getByText(`logger --server 127.0.0.1 --port ${service.syslogPort} --udp "first line"`)
      .waitFor();
    await expectAccessible(page);
  });
});

test("a service that was started anew says that nobody has sent since, not that nobody ever has", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  const restarted = await changedStatus({
    received_packets: 0,
    stored_events: 0,
    total_events: 200_000,
    senders: [],
    sender_count: 0,
  });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.route("**/api/v1/syslog/status", (route) => route.fulfill({ json: restarted }));
    await page.goto("/syslog/status");
    await page.getByText("No sender since start").waitFor();
    expect(await page.getByText("No sender yet").count()).toBe(0);
  });
});

test("a pasted line that no format knows leads to a new format with it, for whoever may make one", async () => {
  const line = "<134>Nov 21 10:49:58 gate7 gate: PERMIT udp 192.0.2.7:51234 >> 198.51.100.9:53";
  const parse = async (role: "SuperAdmin" | "SecurityAnalyst", expected: number) => {
    const person = await givenPerson({ service }, role);
    await inBrowser(service, { as: person, path: "/syslog/status" }, async (page) => {
      await page.getByRole("textbox", { name: "Lines" }).fill(line);
      await page.getByRole("button", { name: "Parse", exact: true }).click();
      const read = page.getByRole("region", { name: "Line 1" });
      await read.waitFor();
      const onward = read.getByRole("link", { name: "Make a format of this line" });
      expect(await onward.count()).toBe(expected);
      if (expected === 0) return;
      await onward.click();
      await page.getByRole("heading", { level: 1, name: "New log format" }).waitFor();
      expect(await page.getByRole("textbox", { name: "Lines" }).inputValue()).toBe(line);
    });
  };
  await parse("SuperAdmin", 1);
  await parse("SecurityAnalyst", 0);
});

test("the first sentence accounts for every line, and a sender leads to its events", async () => {
  for (let line = 0; line < 30; line++) socket.send(FILTERLOG);
  await waitFor("the lines to be received", async () => (await readStatus(admin)).received_packets >= 30);
  await waitUntilStored(admin, 20_000);
  const { received_packets: received } = await readStatus(admin);
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog/status" }, async (page) => {
    await page.getByText(`All ${received} received lines are accounted for`).waitFor();
    const row = page.getByRole("row", { name: /127\.0\.0\.1/ });
    await row.getByText("pfsense").waitFor();
    await page.getByRole("columnheader", { name: "Received" }).click();
    await page.waitForURL("**/syslog/status?sort=*");
    await row.getByRole("link", { name: "127.0.0.1" }).click();
    await page.waitForURL("**/syslog?q=sender:127.0.0.1");
  });
});

test("a collector that does not run any more is said to be gone, and those that run can be chosen", async () => {
  const { collector } = await admin.get<{ collector: string }>("/api/v1/syslog/status");
  const person = await givenPerson({ service }, "SecurityAnalyst");
  const path = "/syslog/status?collector=0c0000000003";
  await inBrowser(service, { as: person, path }, async (page) => {
    await page.getByText("Collector 0c0000000003 does not run now").waitFor();
    await page.getByText("What it stored is found as ever").waitFor();
    expect(await page.getByText("No process that runs").count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: collector }).click();
    await page.getByRole("table", { name: "Listeners" }).waitFor();
    expect(new URL(page.url()).searchParams.get("collector")).toBe(collector);
  });
});

test("of several collectors each can be chosen, and the choice stands in the address", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  const collectors = ["0a0000000001", "0b0000000002"];
  const answers = new Map(
    await Promise.all(
      collectors.map(async (collector, index) => {
        const received = { received_packets: 1000 + index, stored_events: 1000 + index, replayed_events: 0 };
        const status = await changedStatus({ ...received, losses: {}, collector, collectors });
        return [collector, status] as const;
      }),
    ),
  );
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.route("**/api/v1/syslog/status*", (route) => {
      const wanted = new URL(route.request().url()).searchParams.get("collector");
      return route.fulfill({ json: answers.get(wanted ?? "0a0000000001") });
    });
    await page.goto("/syslog/status");
    await page.getByText("All 1,000 received lines").waitFor();
    const choice = page.getByRole("navigation", { name: "Collectors" });
    expect(await choice.locator("[aria-current]").innerText()).toBe("0a0000000001");
    await choice.getByRole("link", { name: "0b0000000002" }).click();
    await page.getByText("All 1,001 received lines").waitFor();
    expect(new URL(page.url()).searchParams.get("collector")).toBe("0b0000000002");
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

test("what was lost is the first thing that is read", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  const lossy = await changedStatus({
    received_packets: 1000,
    stored_events: 960,
    losses: { kernel: 5, journal_full: 40, disk_full: 0 },
    journal: { bytes: 0, messages: 0, lag_seconds: 0, damaged_bytes: 0, unsynced: 0 },
    denied_senders: 3,
    traps: {
      enabled: true,
      port: 1162,
      received: 7,
      refused: { wrong_key: 0, wrong_community: 12 },
      informs_acknowledged: 2,
      informs_repeated: 0,
      last_refused_at: new Date().toISOString(),
      last_refused_sender: "192.0.2.9",
      last_refusal: "wrong_community",
    },
  });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.route("**/api/v1/syslog/status", (route) => route.fulfill({ json: lossy }));
    await page.goto("/syslog/status");
    await page.getByText("45 lines of 1,005 lost").waitFor();
    const losses = page.getByRole("region", { name: "Losses since start" });
    expect(await losses.getByRole("term").allTextContents()).toEqual(["Kernel buffer full", "Journal full"]);
    await page.getByRole("region", { name: "Kept or refused" }).getByText("Denied senders").waitFor();
    const traps = page.getByRole("region", { name: "SNMP traps" });
    expect(await traps.getByRole("region").getByRole("term").allTextContents()).toEqual([
      "Another community",
    ]);
    await traps.getByText("192.0.2.9").waitFor();
    await traps.getByText("trap2sink 127.0.0.1:1162 NAME").waitFor();
    await expectAccessible(page);
  });
});

test("pasted lines show what is read out of them, and nothing is stored", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog/status" }, async (page) => {
    await page.getByRole("textbox", { name: "Lines" }).fill(`${FILTERLOG}\n\nnothing that anybody knows`);
    await page.getByRole("button", { name: "Parse" }).click();
    const known = page.getByRole("region", { name: "Line 1" });
    await known.getByText("read as filterlog").waitFor();
    await known.getByText("203.0.113.9", { exact: true }).waitFor();
    await page
      .getByRole("region", { name: "Line 2" })
      .getByText(/not recognised/)
      .waitFor();
    await expectAccessible(page);
  });
});

test("an answer that does not come leaves the figures, and offers another try", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog/status" }, async (page) => {
    await page.getByText(/received since start =/).waitFor();
    await page.route("**/api/v1/syslog/status", (route) =>
      route.fulfill({
        status: 429,
        headers: { "X-Request-Id": "request-9" },
        json: { detail: "Too many calls" },
      }),
    );
    await page.getByText("Cannot renew the syslog status").waitFor();
    await page.getByText("request-9").waitFor();
    await page.getByText(/received since start =/).waitFor();
    await page.unroute("**/api/v1/syslog/status");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Cannot renew the syslog status").waitFor({ state: "detached" });
  });
});

test("the page is accessible in the light and the dark scheme, and never wider than the screen", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  const viewport = { width: 1024, height: 768 };
  await inBrowser(service, { as: person, path: "/syslog/status", viewport }, async (page) => {
    await page.getByRole("region", { name: "Event store" }).waitFor();
    await expectAccessibleInBothSchemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
});

test("who waits on the Syslog page for the first line sees it come, without another search", async () => {
  const person = await givenPerson({ service });
  socket.send(FILTERLOG);
  await waitFor(
    "an event",
    async () => (await admin.get<{ total: number }>("/api/v1/syslog/events")).total > 0,
  );
  const untouched = await changedStatus({ total_events: 0, sender_count: 0 });
  const nothing = await admin.get<object>("/api/v1/syslog/events?q=nothingofthekind");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.route(/\/api\/v1\/syslog\/status/, (route) => route.fulfill({ json: untouched }));
    await page.route(/\/api\/v1\/syslog\/events\?/, (route) => route.fulfill({ json: nothing }));
    await page.goto("/syslog");
    await page.getByText("No line was received yet").waitFor();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole("grid", { name: "Events" }).getByRole("rowheader").first().waitFor();
  });
});
