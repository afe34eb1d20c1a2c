import { afterAll, expect, test } from "bun:test";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const post = (path: string, body: unknown) => admin.send<{ id: number }>("POST", `/api/v1${path}`, body);

const site = await post("/topology/sites", { name: "berlin", display_name: "Berlin" });
await post("/topology/devices", { name: "core-1", ip_address: "192.0.2.1", site_id: site.id });

/** A time of day in Berlin that is half a day away, whenever the test runs. */
const farTime = `${String((Temporal.Now.zonedDateTimeISO("Europe/Berlin").hour + 12) % 24).padStart(2, "0")}:30`;

test("what is found later than it was typed is taken by Enter all the same", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/monitoring/maintenance" }, async (page) => {
    const held = Promise.withResolvers<void>();
    await page.route("**/api/v1/maintenance/choices*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Start one hour now" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Add by name" }).fill("CORE");
    await page.getByText("Nothing matches").waitFor();
    held.resolve();
    await page.getByRole("option", { name: "core-1 device" }).waitFor();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Leave out core-1" }).waitFor();
  });
});

test("maintenance is planned, skipped, brought back, changed and deleted; an hour is started and ended", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/monitoring/maintenance" }, async (page) => {
    await page.getByText("No maintenance is planned").waitFor();
    await expectAccessible(page);
    const dialog = page.getByRole("dialog");

    await page.getByRole("button", { name: "Start one hour now" }).click();
    await dialog.getByRole("button", { name: "Start maintenance" }).click();
    await dialog.getByText("Nothing is chosen").waitFor();
    await dialog.getByRole("textbox", { name: "Add by name" }).fill("CORE");
    await page.getByRole("option", { name: "core-1 device" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Leave out core-1" }).waitFor();
    await dialog.getByRole("button", { name: "Start maintenance" }).click();
    const running = page.getByRole("list", { name: "Running now" });
    await running.getByText("core-1").waitFor();
    await page.getByText("1 window runs now").waitFor();
    await expectAccessibleInBothSchemes(page);

    await page.getByRole("button", { name: "End now: Maintenance" }).click();
    await page.getByRole("list", { name: "Over or disabled" }).getByText("Over", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await running.getByText("core-1").waitFor();

    await page.getByRole("link", { name: "Plan maintenance" }).click();
    await page.getByRole("button", { name: "Plan maintenance" }).click();
    await page.getByText("The title is missing").waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("Night work");
    await page.getByRole("textbox", { name: "Add by name" }).fill("berl");
    await page.getByRole("option", { name: "Berlin site" }).click();
    await page.getByRole("radio", { name: "Recurring" }).click();
    await page.getByRole("combobox", { name: "Repeats" }).selectOption("cron");
    await page.getByRole("textbox", { name: "Cron expression" }).fill("* * * * *");
    await page.getByRole("button", { name: "Plan maintenance" }).click();
    await page.getByText(/begin before the one before it has ended/).waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("combobox", { name: "Repeats" }).selectOption("daily");
    await page.getByRole("textbox", { name: "At", exact: true }).fill(farTime);
    await page.getByRole("combobox", { name: "Time zone" }).fill("Europe/Berlin");
    await page.getByRole("button", { name: "Plan maintenance" }).click();
    const planned = page.getByRole("list", { name: "Planned" });
    await planned.getByText(`Every day at ${farTime} for 1 h (Europe/Berlin)`).waitFor();
    await planned.getByText("Berlin", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Skip next: Night work" }).click();
    await page.getByText("The next “Night work” is left out").waitFor();
    await page.getByRole("link", { name: "Night work" }).click();
    const left = page.getByRole("list", { name: "Left out" });
    await left.getByRole("button", { name: "Bring back" }).click();
    await left.waitFor({ state: "hidden" });
    await page.getByRole("textbox", { name: "Title" }).fill("Backups");
    await page.getByRole("button", { name: "Save maintenance" }).click();
    await planned.getByRole("link", { name: "Backups" }).waitFor();
    const [window] = await admin.get<{ exceptions: unknown[]; scope: object }[]>("/api/v1/maintenance");
    expect(window).toMatchObject({ exceptions: [], scope: { site_ids: [site.id] } });

    await page.getByRole("button", { name: "Delete Maintenance" }).click();
    await dialog.getByText(/It runs: what it covers is watched as usual/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("nothing runs now").waitFor();
  });
  for (const { id } of await admin.get<{ id: number }[]>("/api/v1/maintenance"))
    await admin.send("DELETE", `/api/v1/maintenance/${id}`);
});

test("the calendar is walked by keyboard: days, months, and the week with its hours", async () => {
  const { id } = await post("/maintenance", {
    title: "Spring work",
    scope: { everything: true },
    schedule: { kind: "recurring", cron: "30 2 * * *", time_zone: "Europe/Berlin", duration_minutes: 60 },
  });
  const person = await givenPerson({ service }, "NetworkAdmin");
  const path = "/monitoring/maintenance?view=calendar&day=2030-03-30";
  await inBrowser(service, { as: person, path }, async (page) => {
    const shown = page.getByRole("gridcell", { selected: true });
    await page.getByRole("gridcell", { name: /^Sat 30 Mar 2030.*02:30 ?Spring work/ }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await shown.focus();
    await page.keyboard.press("ArrowRight");
    // The night in which 02:30 does not exist.
    const day = page.getByRole("region", { name: "Sun 31 Mar 2030" });
    await day.getByText("03:00 – 04:00").first().waitFor();
    await page.getByRole("gridcell", { name: /^Sun 31 Mar 2030/, selected: true }).waitFor();
    expect(await shown.evaluate((cell) => cell === document.activeElement)).toBe(true);
    await page.keyboard.press("PageDown");
    await page.getByRole("heading", { name: "April 2030" }).waitFor();
    await page.getByRole("gridcell", { name: /^Tue 30 Apr 2030/, selected: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("day")).toBe("2030-04-30");

    await page.getByRole("button", { name: "Week" }).click();
    await page.getByRole("heading", { name: "Week of Mon 29 Apr 2030" }).waitFor();
    await page.getByRole("button", { name: /^Spring work, 2030-04-29 02:30 to 2030-04-29 03:30/ }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press("]");
    await page.getByRole("heading", { name: "Week of Mon 6 May 2030" }).waitFor();
    await page
      .getByRole("region", { name: "Tue 7 May 2030" })
      .getByRole("link", { name: "Spring work" })
      .click();
    await page.getByRole("heading", { name: "Edit Spring work" }).waitFor();
  });
  await admin.send("DELETE", `/api/v1/maintenance/${id}`);
});

test("on a phone who may only look has the list, the calendar as a list, and no control", async () => {
  const { id } = await post("/maintenance", {
    title: "Router upgrade",
    scope: { site_ids: [site.id] },
    schedule: { kind: "once", duration_minutes: 600 },
  });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" as const };
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/monitoring/maintenance", ...phone }, async (page) => {
    await page.getByRole("list", { name: "Running now" }).getByText("Router upgrade").waitFor();
    await expectAccessible(page);
    const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await page.evaluate(isWide)).toBe(false);
    expect(await page.getByRole("button", { name: /^(?:Start|End|Skip|Delete)/ }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Plan maintenance" }).count()).toBe(0);
    await page.getByRole("tab", { name: "Calendar" }).click();
    await page.getByRole("region").getByText("Router upgrade").first().waitFor();
    expect(await page.getByRole("grid").count()).toBe(0);
    await expectAccessible(page);
    expect(await page.evaluate(isWide)).toBe(false);
  });
  await admin.send("DELETE", `/api/v1/maintenance/${id}`);
});
