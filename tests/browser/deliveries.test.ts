import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import { putAlert } from "#features/notifications";
import { connectDatabase } from "#platform/database";
import { createEncryption } from "#platform/encryption";
import { createOutbox } from "#platform/outbox/outbox";
import { findRunningServer } from "#platform/postgres-server";
import { MASTER_KEY } from "../support/app";
import { expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { startHttpServer } from "../support/http-server";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin({ environment: { MASTER_KEY } });
afterAll(() => service.remove());
const log = pino({ level: "silent" });
const connection = findRunningServer(service.dataDirectory, log);
if (connection === undefined) throw new Error("the service has no database of its own");
const database = connectDatabase(connection, { log, maxConnections: 1 });
afterAll(() => database.close());

/** Where it was once: what leads there leads on. */
const PATH = "/administration/deliveries";

test("a notice that was given up is found, read about and sent again, on a desktop and on a phone", async () => {
  let status = 500;
  const server = startHttpServer({ answer: () => new Response("no", { status }) });
  const { id } = await admin.send<{ id: number }>("POST", "/api/v1/admin/notification-profiles", {
    name: "Operators",
    provider: "webhook",
    config: { webhook_url: server.url },
  });
  const outbox = createOutbox({ encryption: createEncryption(MASTER_KEY) });
  const boss = await givenPerson({ service });
  await inBrowser(service, { as: boss, path: PATH }, async (page) => {
    await page.getByText("Nothing was sent yet").waitFor();
    await expectAccessibleInBothSchemes(page);
    const alert = { target: `profile:${id}`, title: "core-sw1 is down", text: "It does not answer" };
    await putAlert(outbox, database.db, alert);
    await waitFor("the running service to deliver", () => server.received.length === 1);
    await page.reload();
    const row = page.getByRole("row", { name: /core-sw1 is down/ });
    await row.getByText("Trying again").waitFor();
    await row.getByText("HTTP 500").waitFor();
    await row.getByText("Operators").waitFor();
    expect(await row.getByRole("button").count()).toBe(0);

    await database.sql`UPDATE outbox SET tried_from = now() - interval '25 hours', due_at = now()`;
    await waitFor("the last attempt", () => server.received.length === 2);
    await page.getByRole("combobox", { name: "State" }).selectOption("Given up");
    await row.getByText("Given up").waitFor();
    expect(new URL(page.url()).searchParams.get("status")).toBe("failed");
    await expectAccessibleInBothSchemes(page);
    status = 200;
    await row.getByRole("button", { name: "Send again: core-sw1 is down" }).press("Enter");
    await page.getByText("None of these").waitFor();
    await waitFor("the delivery", () => server.received.length === 3);
    const ids = server.received.map(({ headers }) => headers["x-netatlas-delivery"]);
    expect(new Set(ids).size).toBe(1);
  });
  const viewport = { width: 390, height: 844 };
  await inBrowser(service, { as: boss, path: PATH, viewport }, async (page) => {
    await page
      .getByRole("row", { name: /core-sw1 is down/ })
      .getByText("Delivered")
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
});
