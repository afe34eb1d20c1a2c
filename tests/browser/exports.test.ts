import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const LOOKS = [
  ["on a desktop, light", { viewport: { width: 1280, height: 800 }, colorScheme: "light" }],
  ["on a phone, dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
] as const;

await admin.send("POST", "/api/v1/ipam/subnets", { name: "office", cidr: "192.0.2.0/24" });

test.each(LOOKS)("%s: a list is taken as a file, and without waiting under Activity", async (_, look) => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, ...look }, async (page) => {
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Exports" }).click();
    const row = page.getByRole("row", { name: /^Subnets/ });
    await row.getByText("none yet").waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      row.getByRole("button", { name: "Subnets as CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^netatlas-subnets-\d{8}-\d{6}\.csv$/);
    expect(await readFile(await download.path(), "utf8")).toContain("192.0.2.0/24");
    await page.getByRole("switch", { name: "In the background" }).click();
    await row.getByRole("button", { name: "Subnets as JSON" }).click();
    await page.getByText("The export is being written").waitFor();
    await page.getByRole("link", { name: "Activity", exact: true }).click();
    const operation = page.getByRole("row", { name: /^Export of subnets/ });
    const link = operation.getByRole("link", { name: "Download" });
    await link.waitFor();
    const answer = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(await answer.text()).toContain("192.0.2.0/24");
  });
});

test.each(LOOKS)("%s: a report by mail is made, run, paused and deleted", async (_, look) => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/exports", ...look }, async (page) => {
    await page.getByText("No reports by mail yet").waitFor();
    await page.getByRole("button", { name: "New report by mail" }).click();
    const dialog = page.getByRole("dialog", { name: "New report by mail" });
    await dialog.getByLabel("Name").fill("Monday report");
    await dialog.getByLabel("To").fill("boss@example.com, ops@example.com");
    await dialog.getByLabel("Comes").selectOption("monthly");
    await dialog.getByLabel("On", { exact: true }).selectOption("31");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Mail this report" }).click();
    const row = page.getByRole("row", { name: /^Monday report/ });
    await row.getByText("monthly on the last day at 07:00").waitFor();
    await row.getByText("boss@example.com and 1 other").waitFor();
    await row.getByRole("button", { name: "Pause: Monday report" }).click();
    await row.getByText("paused").waitFor();
    await row.getByRole("button", { name: "Run now: Monday report" }).click();
    await row.getByText("No mail server is named in the notification settings").waitFor();
    await expectAccessible(page);
    await row.getByRole("button", { name: "Delete: Monday report" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No reports by mail yet").waitFor();
  });
});

test("who may export nothing is told so", async () => {
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/exports" }, async (page) => {
    await page.getByText("Your role may not export anything.").waitFor();
  });
});

test.each(LOOKS)("%s: diagnostics say what works, and give a bundle", async (_, look) => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/administration/diagnostics", ...look }, async (page) => {
    const links = page.getByRole("row", { name: /^Links in mails/ });
    await links.getByText("Limited").waitFor();
    await links.getByText("set APP_URL").waitFor();
    const own = page.getByRole("table", { name: "Processes" }).getByRole("row", { name: /this one/ });
    await own.getByText("Ready", { exact: true }).waitFor();
    await own.getByText(/^[\d.]+ MiB$/).waitFor();
    await page
      .getByRole("row", { name: /^audit_log/ })
      .getByText("for good")
      .waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Support bundle" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^netatlas-support-\d{8}-\d{6}\.tar\.gz$/);
  });
});
