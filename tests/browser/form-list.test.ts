import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

setDefaultTimeout(patient(90_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

type Form = {
  /** With what it is filtered by. */
  list: string;
  /** The link that opens an empty form, and the buttons that save a new thing and one that is there. */
  open: string;
  add: string;
  save: string;
  /** The field of the thing's name. */
  field: string;
  fill?: (page: Page) => Promise<void>;
};

const BEFORE = "/inventory/places";

/** From the list into the form and back: by Cancel, by saving a new thing, and by saving it again; then one page back. */
async function leadsBackToList({ list, open, add, save, field, fill }: Form): Promise<void> {
  const as = await givenPerson({ service });
  await inBrowser(service, { as, path: BEFORE }, async (page) => {
    const atList = () => page.waitForURL(`**${list}`);
    const name = page.getByRole("textbox", { name: field, exact: true });

    await page.goto(list);
    await page.getByRole("link", { name: open }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await atList();

    await page.getByRole("link", { name: open }).click();
    await name.fill("night");
    await fill?.(page);
    await page.getByRole("button", { name: add, exact: true }).click();
    await atList();

    await page.getByRole("link", { name: "night", exact: true }).first().click();
    await name.fill("nightly");
    await page.getByRole("button", { name: save, exact: true }).click();
    await atList();
    await page.getByRole("link", { name: "nightly", exact: true }).first().waitFor();
    expect(await page.getByText("Saved: nightly").count()).toBe(0);

    await page.goBack();
    await page.waitForURL(`**${BEFORE}`);
  });
}

test("the form of a maintenance window leads back to the list as it was shown", () =>
  leadsBackToList({
    list: "/monitoring/maintenance?view=calendar",
    open: "Plan maintenance",
    add: "Plan maintenance",
    save: "Save maintenance",
    field: "Title",
    async fill(page) {
      await page.getByRole("checkbox", { name: "Everything" }).check();
    },
  }));

test("the form of a log format leads back to the list", () =>
  leadsBackToList({
    list: "/syslog/formats",
    open: "New format",
    add: "Save format",
    save: "Save format",
    field: "Name",
    fill: (page) => page.getByRole("textbox", { name: "Pattern" }).fill("from %{ip:src_ip}"),
  }));

test("the form of a status page leads back to the list", () =>
  leadsBackToList({
    list: "/administration/status-pages",
    open: "New status page",
    add: "Make status page",
    save: "Save status page",
    field: "Title",
  }));

test("the form of an alert rule leads back to where it was opened", async () => {
  await leadsBackToList({
    list: "/alerts/rules",
    open: "Add rule",
    add: "Add rule",
    save: "Save rule",
    field: "Name",
  });
  const as = await givenPerson({ service });
  const list = "/alerts?tab=history&severity=critical";
  await inBrowser(service, { as, path: list }, async (page) => {
    await page.getByRole("link", { name: "Add rule" }).click();
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.waitForURL(`**${list}`);
    await page.getByText("Saved: A device goes down").waitFor();
  });
});

test("who deletes a rule on its page is not led to it again by Back", async () => {
  const { id } = await admin.send<{ id: number }>("POST", "/api/v1/alerts/rules", {
    name: "short-lived",
    event_type: "device_offline",
  });
  const as = await givenPerson({ service });
  await inBrowser(service, { as, path: BEFORE }, async (page) => {
    await page.goto("/alerts/rules");
    await page.getByRole("link", { name: "short-lived" }).click();
    await page.waitForURL(`**/alerts/rules/${id}`);
    await page.getByRole("button", { name: "Delete rule" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL("**/alerts/rules");
    await page.getByRole("link", { name: "short-lived" }).waitFor({ state: "hidden" });
    await page.goBack();
    await page.waitForURL(`**${BEFORE}`);
  });
});
