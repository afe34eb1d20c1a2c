import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import type { Page } from "playwright-core";
import { z } from "zod";
import { connectDatabase } from "#platform/database";
import { findRunningServer } from "#platform/postgres-server";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { startHttpServer } from "../support/http-server";
import { patient } from "../support/patience";
import { waitFor } from "../support/wait-for";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(180_000));

const { service, admin } = await startWebServiceWithAdmin({
  environment: { APP_URL: "https://atlas.example.com" },
});
afterAll(() => service.remove());
const log = pino({ level: "silent" });
const connection = findRunningServer(service.dataDirectory, log);
if (connection === undefined) throw new Error("the service has no database of its own");
const { sql, ...database } = connectDatabase(connection, { log, maxConnections: 1 });
afterAll(() => database.close());

const post = (path: string, body: unknown) => admin.send<{ id: number }>("POST", `/api/v1${path}`, body);

// What the engine finds must not come between: it asks once, and then not for the length of this file.
await admin.send("PUT", "/api/v1/admin/settings", { monitor_interval_seconds: 3600 });
const receiver = startHttpServer();
await post("/admin/notification-profiles", {
  name: "Operators",
  provider: "webhook",
  config: { webhook_url: receiver.url },
});
const core = await post("/topology/devices", { display_name: "core-1", ip_address: "127.0.0.1" });
const isUp = async () => {
  const [target] =
    await sql`SELECT state FROM check_targets WHERE device_id = ${core.id} AND kind = 'device'`;
  return target?.["state"] === "up";
};
await waitFor("the device's first answer", isUp, patient(30_000));

/** As the engine writes it. */
async function becomes(state: "up" | "down"): Promise<void> {
  await sql.begin(async (tx) => {
    const [target] = await tx`
      UPDATE check_targets SET state = ${state}, state_since = now()
      WHERE device_id = ${core.id} AND kind = 'device' RETURNING id`;
    await tx`INSERT INTO state_changes (target_id, at, state) VALUES (${target?.["id"]}, now(), ${state})`;
  });
}

const TITLE = /core-1 \(127\.0\.0\.1\) is now OFFLINE/;

test("a profile that is made in another tab can be chosen in the rule that is being filled in", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/alerts/rules/new" }, async (page) => {
    await page.getByLabel("Once it has lasted (minutes)").fill("5");
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Add a profile" }).click();
    const other = await opened;
    await other.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
    await post("/admin/notification-profiles", {
      name: "Night shift",
      provider: "webhook",
      config: { webhook_url: receiver.url },
    });
    await other.close();
    await page.bringToFront();
    await page.evaluate(() => globalThis.dispatchEvent(new Event("visibilitychange")));
    await page.getByRole("checkbox", { name: "Night shift" }).check();
    expect(await page.getByLabel("Once it has lasted (minutes)").inputValue()).toBe("5");
  });
});

test("a rule is made and tried; what it finds is seen, explained, acknowledged, silenced and over, on a desk and on a phone", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/alerts" }, async (page) => {
    await page.getByText("There are no alert rules yet").waitFor();
    await page.getByRole("link", { name: "Add the first rule" }).click();
    await page.getByRole("combobox", { name: "Of", exact: true }).selectOption("device");
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByText("Choose one of the devices that the list shows").waitFor();
    await page.getByRole("combobox", { name: "Device" }).fill("core");
    await page.getByRole("option", { name: /^core-1/ }).click();
    await page.getByRole("combobox", { name: "Severity" }).selectOption("critical");
    await page.getByRole("checkbox", { name: "Operators" }).check();
    await page
      .getByRole("status")
      .getByText("When core-1 goes down, a critical incident is opened and Operators is told")
      .waitFor();
    await page.getByText("What it says").click();
    const preview = page.getByRole("region", { name: "Preview" });
    const first = preview.getByRole("figure", { name: "At its beginning" });
    await first.getByText("Netatlas Alert: A device goes down").waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("{{severity}}: {{device.name}}");
    await first.getByText("critical: core-1").waitFor();
    await page.getByRole("textbox", { name: "Text" }).fill("{{nothing}}");
    await preview.getByText(/Unknown placeholder \{\{nothing\}\}/).waitFor();
    await page.getByRole("textbox", { name: "Text" }).fill("{{message}}, says {{rule.name}}");
    await first.getByText("core-1 (127.0.0.1) is now OFFLINE, says A device goes down").waitFor();
    await sayWhen(page);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByText("Saved: A device goes down").waitFor();
    await page.getByRole("link", { name: "Rules", exact: true }).click();

    const rule = page.getByRole("row", { name: /A device goes down/ });
    await rule.getByText("Core-1 goes down").waitFor();
    await rule.getByText("Operators").first().waitFor();
    await rule.getByText("Operators is told after 15 min").waitFor();
    await rule.getByRole("link", { name: "A device goes down" }).click();
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByRole("list", { name: "Answers of the channels" }).getByText("Delivered").waitFor();
    expect(receiver.received[0]?.body).toContain("[TEST]");

    await becomes("down");
    await waitFor("the notice of it", () => receiver.received.length === 2);
    const isLive = page.waitForResponse((answer) => answer.url().endsWith("/alerts/live"));
    await page.goto("/inventory");
    expect((await isLive).status()).toBe(200);
    await page.getByRole("button", { name: "Alerts: 1 unacknowledged" }).click();
    await page.getByRole("menuitem", { name: TITLE }).waitFor();
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: /OFFLINE/ }).click();
    const open = page.getByRole("list", { name: "Open incidents" });
    await open.getByText(/^Possibly: admin changed it .* before \(topology\.device_created\)\.$/).waitFor();
    await open.getByRole("row", { name: TITLE }).getByText("told").waitFor();

    await sql`UPDATE alert_escalations SET told_at = told_at - interval '20 minutes'`;
    await open.getByText(/^Told further, as nobody had acknowledged it: step 1, /).waitFor();

    await acknowledgeByLink();
    await open.getByText("Acknowledged by Ada via Operators").waitFor();
    await open.getByRole("button", { name: /^Take over: / }).click();
    await open.getByRole("textbox", { name: "Note" }).fill("On my way");
    await expectAccessibleInBothSchemes(page);
    await open.getByRole("button", { name: "Acknowledge", exact: true }).click();
    await open.getByText(/^Acknowledged by .*: On my way$/).waitFor();
    await page.getByRole("button", { name: "Alerts: nothing waits" }).waitFor();

    await open.getByRole("button", { name: /^Silence: / }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Leave out core-1" }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("New supply");
    await dialog.getByRole("button", { name: "Silence", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("navigation", { name: "Alerts" }).getByRole("link", { name: "Silences" }).click();
    const active = page.getByRole("list", { name: "Active" });
    await active.getByRole("link", { name: "core-1" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "End now: New supply" }).click();
    await page.getByText("Nothing is silenced", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await active.getByText("New supply").waitFor();

    await page.goto(`/inventory/${core.id}`);
    await page.getByRole("list", { name: "Open incidents" }).getByRole("link", { name: TITLE }).waitFor();
    await page.getByRole("link", { name: "Alert me" }).click();
    await page
      .getByRole("status")
      .getByText(/^When core-1 goes down/)
      .waitFor();
    await playTheRule(page);
  });
  await readOnAPhone();
});

/** Whoever has the message, on a phone and signed in nowhere. */
async function acknowledgeByLink(): Promise<void> {
  const notice = z
    .object({ title: z.string(), message: z.string(), acknowledge_url: z.url() })
    .loose()
    .parse(JSON.parse(receiver.received[1]?.body ?? ""));
  expect(notice).toMatchObject({
    title: "critical: core-1",
    message: "core-1 (127.0.0.1) is now OFFLINE, says A device goes down",
  });
  const { pathname, hash } = new URL(notice.acknowledge_url);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  await inBrowser(service, { path: `${pathname}${hash}`, ...phone }, async (page) => {
    await page.getByText(TITLE).waitFor();
    expect(new URL(page.url()).hash).toBe("");
    await page.getByRole("textbox", { name: "Your name" }).fill("Ada");
    await expectAccessibleInBothSchemes(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
    ).toBe(false);
    await page.keyboard.press("Enter");
    await page
      .getByRole("status")
      .getByText(/^Acknowledged by Ada via Operators at /)
      .waitFor();
    expect(await page.getByRole("button", { name: "Acknowledge" }).count()).toBe(0);
    await page.goto(`${pathname}#token=forged`);
    await page.getByRole("alert").getByText("This link is not valid.").waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByText("Open the link of the message again.").waitFor();
  });
}

/** Quiet hours that hold now are tried and taken away again; a step stays. */
async function sayWhen(page: Page): Promise<void> {
  await page.getByText("When it tells", { exact: true }).click();
  await page.getByRole("button", { name: "Quiet: add hours" }).click();
  await page.getByLabel("Quiet 1: from").fill("00:00");
  await page.getByLabel("Quiet 1: to").fill("00:00");
  await page.getByRole("status").getByText("Not told all day").waitFor();
  await page.getByText("Now it would tell.").waitFor();
  await page.getByRole("switch", { name: "Critical rules tell all the same" }).uncheck();
  await page.getByText("Now it keeps notices back.").waitFor();
  await page.getByRole("button", { name: "Add a step" }).click();
  await page.getByRole("textbox", { name: "Step 1: after (minutes)" }).fill("15");
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByText("Choose whom each of them tells").waitFor();
  await page
    .getByRole("group", { name: "Step 1: tell" })
    .getByRole("checkbox", { name: "Operators" })
    .check();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Remove quiet 1" }).click();
  await page.getByRole("status").getByText("Operators is told after 15 min").waitFor();
}

const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;

/** What the rule that is being filled in would have told of what has happened, also where there is little room. */
async function playTheRule(page: Page): Promise<void> {
  await page.getByRole("button", { name: "What would it have told?" }).click();
  await page.getByText("It would have found 1 alert in 1 incident, and told nobody.").waitFor();
  const alerts = page.getByRole("table", { name: "Alerts that it would have told" });
  await alerts.getByRole("row", { name: TITLE }).getByText("still lasts").waitFor();
  await page.getByRole("list", { name: "Alerts by day" }).getByText("1 alert, 0 messages").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleInBothSchemes(page);
  expect(await page.evaluate(isWide)).toBe(false);
}

/** Who may only look reads the same, then that it is over, and has no control. */
async function readOnAPhone(): Promise<void> {
  const [incident] = await admin.get<{ id: number }[]>("/api/v1/alerts/incidents");
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" as const };
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/alerts", ...phone }, async (page) => {
    await page.getByRole("list", { name: "Open incidents" }).getByText(TITLE).waitFor();
    await page.getByRole("button", { name: /^1 alert: / }).click();
    await page
      .getByRole("table", { name: /^Alerts of / })
      .getByText("began")
      .waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(isWide)).toBe(false);
    expect(await page.getByRole("button", { name: /^(?:Acknowledge|Take over|Silence)/ }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Rules" }).count()).toBe(0);

    await becomes("up");
    await waitFor("its end", async () => {
      const over = await admin.get<unknown[]>("/api/v1/alerts/incidents?status=resolved");
      return over.length === 1;
    });
    await page.goto(`/alerts?incident=${incident?.id}`);
    await page
      .getByRole("list", { name: "This one is over" })
      .getByText(/: On my way$/)
      .waitFor();
    await page.getByText("No incident is open").waitFor();
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("list", { name: "Incidents that are over" }).getByText(TITLE).waitFor();
    await page.getByRole("combobox", { name: "List" }).selectOption("alerts");
    await page
      .getByRole("row", { name: /back ONLINE/ })
      .getByText("is over")
      .waitFor();
    await page.getByRole("combobox", { name: "Severity" }).selectOption("info");
    await page.getByText("None of these").waitFor();
    expect(new URL(page.url()).searchParams.get("severity")).toBe("info");
    expect(await page.evaluate(isWide)).toBe(false);

    await page.goto("/alerts/rules");
    await page.getByText("You may not see this page").waitFor();
  });
}

test("a search of log lines becomes a rule, with what it finds shown while it is typed", async () => {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
  socket.send("<38>Nov 25 22:20:00 host-1 sshd[99]: Failed password for root from 192.0.2.7 port 22 ssh2");
  socket.close();
  // The editor searches once: what is stored later is not shown.
  await waitFor("the line", async () => {
    const { events } = await admin.get<{ events: unknown[] }>("/api/v1/syslog/events?q=sshd");
    return events.length === 1;
  });
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?q=sshd" }, async (page) => {
    await page.getByRole("button", { name: "Saved" }).click();
    await page.getByRole("link", { name: "Alert on this search" }).click();
    const found = page.getByRole("status");
    await found.getByText("1 line in the last 24 hours").waitFor();
    await page.getByRole("textbox", { name: "Search", exact: true }).fill("sshd accepted");
    await found.getByText("No line in the last 24 hours").waitFor();
    await page.getByRole("textbox", { name: "Search", exact: true }).fill("failed program:sshd");
    await found.getByText("“program” is no field; the nearest is app.").waitFor();
    await page.getByRole("button", { name: "Take failed app:sshd" }).click();
    await found.getByText("1 line in the last 24 hours").waitFor();
    expect(await page.getByText("is no field").count()).toBe(0);
    await page.getByRole("textbox", { name: "Search", exact: true }).fill("sshd failed");
    await found.getByText("Failed password for root").waitFor();
    await page.getByRole("textbox", { name: "Lines" }).fill("5");
    await page.getByText("When log lines match “sshd failed”, 5 or more within 5 min,").waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByText("Saved: Log lines match “sshd failed”").waitFor();
    await page.goto("/alerts/rules");
    await page
      .getByRole("row", { name: /^Log lines match “sshd failed”/ })
      .getByText("Log lines match “sshd failed”, 5 or more within 5 min")
      .waitFor();
  });
  // The other test begins without a rule.
  const rules = await admin.get<{ id: number; name: string }[]>("/api/v1/alerts/rules");
  for (const { id, name } of rules)
    if (name.startsWith("Log lines match")) await admin.send("DELETE", `/api/v1/alerts/rules/${id}`);
});

test("an incident leads to the check, the monitor or the subnet that it is about", async () => {
  const check = await post("/monitoring/service-checks", {
    device_id: core.id,
    check_type: "tcp",
    port: 1,
    label: "Intranet",
    enabled: false,
  });
  const monitor = await post("/monitors", { kind: "push", name: "Backup of mail" });
  const subnet = await post("/ipam/subnets", { cidr: "192.0.2.0/24", name: "Desks" });
  const targetOf = async (kind: "service_check" | "monitor", id: number) => {
    const [target] = await sql`SELECT id FROM check_targets WHERE ${sql(`${kind}_id`)} = ${id}`;
    return z.object({ id: z.coerce.number() }).parse(target).id;
  };
  await waitFor("the targets", async () => {
    const [row] = await sql`SELECT count(*)::int AS count FROM check_targets
      WHERE service_check_id = ${check.id} OR monitor_id = ${monitor.id}`;
    return row?.["count"] === 2;
  });
  const subjects = [
    ["Intranet is slow", `target:${await targetOf("service_check", check.id)}:service_slow`, core.id],
    ["Backup of mail is DOWN", `target:${await targetOf("monitor", monitor.id)}`, null],
    ["Desks is full", `subnet:${subnet.id}`, null],
  ] as const;
  for (const [title, subject, device] of subjects)
    await sql`INSERT INTO alert_incidents (subject, device_id, severity, title, opened_at, resolved_at)
      VALUES (${subject}, ${device}, 'warning', ${title}, now(), now())`;
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/alerts?tab=history" }, async (page) => {
    await page.getByRole("link", { name: "Service check: Intranet is slow" }).click();
    await page.getByRole("heading", { level: 1, name: "Intranet" }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Monitor: Backup of mail is DOWN" }).click();
    await page.getByRole("heading", { level: 1, name: "Backup of mail" }).waitFor();
    await page.goBack();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Subnet: Desks is full" }).click();
    await page.getByRole("heading", { name: /192\.0\.2\.0\/24/ }).waitFor();
  });
  await admin.send("DELETE", `/api/v1/monitors/${monitor.id}`);
  const incidents =
    await admin.get<{ title: string; monitor_id: number | null }[]>("/api/v1/alerts/incidents");
  expect(incidents.find(({ title }) => title === "Backup of mail is DOWN")?.monitor_id).toBeNull();
});
