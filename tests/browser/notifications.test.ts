import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import { connectDatabase } from "#platform/database";
import { findRunningServer } from "#platform/postgres-server";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { startHttpServer } from "../support/http-server";
import { startMailServer } from "../support/mail-server";
import { atRunEnd } from "../support/run-end";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const PATH = "/administration/notifications";

/** Mail that is set becomes a profile as soon as profiles are listed, so it goes as well. */
async function removeProfiles(): Promise<void> {
  await admin.send("PUT", "/api/v1/admin/notification-settings", { smtp_host: "" });
  const profiles = await admin.get<{ id: number }[]>("/api/v1/admin/notification-profiles");
  for (const { id } of profiles) await admin.send("DELETE", `/api/v1/admin/notification-profiles/${id}`);
}

test("a profile is added, tried out, changed and deleted, in the light and the dark scheme", async () => {
  const server = startHttpServer({
    answer: ({ url }) => new Response(null, { status: url.endsWith("/gone") ? 410 : 200 }),
  });
  await removeProfiles();
  const boss = await givenPerson({ service });
  await inBrowser(service, { as: boss, path: PATH }, async (page) => {
    await page.getByText("No notification profiles yet").waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("button", { name: "New profile" }).click();
    const dialog = page.getByRole("dialog", { name: "New profile" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Operators");
    await dialog.getByRole("combobox", { name: "Provider" }).selectOption("Webhook");
    expect(await dialog.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Operators");
    await dialog.getByRole("button", { name: "Create profile" }).click();
    await dialog.getByText("Address is missing").waitFor();
    await expectAccessibleInBothSchemes(page);
    await dialog.getByRole("textbox", { name: "Address" }).fill(`${server.url}/hook`);
    await dialog.getByRole("textbox", { name: "Bearer token" }).fill("t0ken");
    await dialog.getByRole("button", { name: "Create profile" }).click();

    const row = page.getByRole("row", { name: /Operators.*Webhook/ });
    await row.getByRole("button", { name: "Test Operators" }).click();
    await row.getByRole("status").getByText("Delivered").waitFor();
    expect(server.received).toMatchObject([{ path: "/hook", headers: { authorization: "Bearer t0ken" } }]);
    await expectAccessibleInBothSchemes(page);

    await row.getByRole("button", { name: "Edit Operators" }).click();
    const edit = page.getByRole("dialog", { name: "Change Operators" });
    expect(await edit.getByRole("textbox", { name: "Bearer token" }).inputValue()).toBe("");
    await edit.getByRole("textbox", { name: "Name" }).fill("Night shift");
    await edit.getByRole("textbox", { name: "Address" }).fill(`${server.url}/gone`);
    await expectAccessibleInBothSchemes(page);
    await edit.getByRole("button", { name: "Save profile" }).click();
    const changed = page.getByRole("row", { name: /Night shift/ });
    await changed.getByRole("button", { name: "Test Night shift" }).click();
    await changed.getByRole("status").getByText("HTTP 410").waitFor();
    expect(server.received[1]).toMatchObject({ path: "/gone", headers: { authorization: "Bearer t0ken" } });

    const switched = page.waitForResponse((response) => response.request().method() === "PATCH");
    await changed.getByRole("switch", { name: "Send by Night shift" }).press("Space");
    await changed.getByRole("switch", { name: "Send by Night shift", checked: false }).waitFor();
    await switched;
    await changed.getByRole("button", { name: "Test Night shift" }).click();
    await changed.getByRole("status").getByText("Notification profile is disabled").waitFor();
    await expectAccessibleInBothSchemes(page);

    await changed.getByRole("button", { name: "Delete Night shift" }).click();
    await page.getByRole("dialog").getByText("What is sent by it is delivered no more.").waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No notification profiles yet").waitFor();
  });
});

test("a field that the service refuses is marked, and a stored secret can be removed", async () => {
  await removeProfiles();
  const boss = await givenPerson({ service });
  const config = { ntfy_url: "https://ntfy.example.com/a", ntfy_token: "tk_1" };
  const { id } = await admin.send<{ id: number }>("POST", "/api/v1/admin/notification-profiles", {
    name: "Push",
    provider: "ntfy",
    config,
  });
  await inBrowser(service, { as: boss, path: PATH }, async (page) => {
    await page.getByRole("button", { name: "Edit Push" }).click();
    const dialog = page.getByRole("dialog", { name: "Change Push" });
    await dialog.getByRole("button", { name: "Remove the stored token" }).click();
    await dialog.getByPlaceholder("Not set").waitFor();
    const address = dialog.getByRole("textbox", { name: "Address of the topic" });
    await address.fill("https://ntfy.example.com/\u0007b");
    await dialog.getByRole("button", { name: "Save profile" }).click();
    await dialog.getByText("must be one line").waitFor();
    await address.and(page.locator("[aria-invalid=true]")).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });
  expect(await admin.get<object>("/api/v1/admin/notification-profiles")).toMatchObject([
    { id, config: { ntfy_url: config.ntfy_url, ntfy_token: "" } },
  ]);
});

test("a profile of Gotify is made, and says that it is in quarantine until a test message arrives", async () => {
  const server = startHttpServer();
  await removeProfiles();
  const log = pino({ level: "silent" });
  const connection = findRunningServer(service.dataDirectory, log);
  if (connection === undefined) throw new Error("the service has no database of its own");
  const database = connectDatabase(connection, { log, maxConnections: 1 });
  const boss = await givenPerson({ service });
  await inBrowser(service, { as: boss, path: PATH }, async (page) => {
    await page.getByRole("button", { name: "New profile" }).click();
    const dialog = page.getByRole("dialog", { name: "New profile" });
    await dialog.getByRole("combobox", { name: "Provider" }).selectOption("PagerDuty");
    await dialog.getByRole("combobox", { name: "Region" }).waitFor();
    await dialog.getByRole("combobox", { name: "Provider" }).selectOption("Gotify");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Phones");
    await dialog.getByRole("button", { name: "Create profile" }).click();
    await dialog.getByText("Application token is missing").waitFor();
    await dialog.getByRole("textbox", { name: "Address of the Gotify server" }).fill(server.url);
    await dialog.getByRole("textbox", { name: "Application token" }).fill("t0ken");
    await dialog.getByRole("button", { name: "Create profile" }).click();
    await page.getByRole("row", { name: /Phones.*Gotify/ }).waitFor();

    await database.sql`
      INSERT INTO outbox_destinations
      SELECT 'profile:' || id, 12, now() - interval '40 minutes', now(), 'HTTP 503', now(), now() + interval '15 minutes'
      FROM notification_profiles`;
    await page.reload();
    const row = page.getByRole("row", { name: /Phones.*In quarantine.*HTTP 503/ });
    await row.waitFor();
    await expectAccessible(page);
    await row.getByRole("button", { name: "Test Phones" }).click();
    await page
      .getByRole("row", { name: /Phones/ })
      .getByText("Delivered")
      .waitFor();
    await page.getByText("In quarantine").waitFor({ state: "detached" });
    expect(server.received).toMatchObject([{ path: "/message", headers: { "x-gotify-key": "t0ken" } }]);
  });
  await database.close();
});

test("the mail page sends a test message, and says what the mail server said", async () => {
  const mail = await startMailServer({ isPlain: true });
  atRunEnd(() => mail.close());
  const boss = await givenPerson({ service });
  await inBrowser(service, { as: boss, path: "/administration/mail" }, async (page) => {
    const send = page.getByRole("button", { name: "Send a test message" });
    await send.click();
    await page.getByText("SMTP host and recipient address are required").waitFor();
    await page.getByRole("textbox", { name: "Mail server" }).fill("127.0.0.1");
    await page.getByRole("textbox", { name: "Port" }).fill(String(mail.port));
    await page.getByRole("textbox", { name: "Recipient of notices" }).fill("ops@example.com");
    await page.getByRole("button", { name: "Save: Mail server" }).click();
    await page.getByText("Saved: mail server").waitFor();
    await send.click();
    await page.getByText("Error: delivery failed").waitFor();
    await expectAccessible(page);
    await page.getByRole("switch", { name: "Demand TLS" }).click();
    const saved = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.getByRole("button", { name: "Save: Mail server" }).click();
    expect((await saved).status()).toBe(200);
    await send.click();
    await page.getByText("Delivered").waitFor();
    expect(mail.received).toMatchObject([{ to: ["ops@example.com"], isTls: false }]);
  });
});
