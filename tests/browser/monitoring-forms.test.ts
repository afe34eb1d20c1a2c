import { afterAll, afterEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(patient(90_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const site = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) =>
    request.headers.get("Authorization") === "Bearer the secret"
      ? Response.json({ status: "well" })
      : new Response("who are you?", { status: 401 }),
});
afterAll(() => site.stop(true));
afterEach(async () => {
  for (const { id } of await admin.get<{ id: number }[]>("/api/v1/monitors"))
    await admin.send("DELETE", `/api/v1/monitors/${id}`);
});

const post = (path: string, body: unknown) => admin.send<{ id: number }>("POST", `/api/v1${path}`, body);
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const isInSight = (part: Locator) =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Selected rows" });

test("a check is added on its form, which marks what is wrong, and is switched off and deleted in the list", async () => {
  const { id } = await post("/topology/devices", { display_name: "served", ip_address: "127.0.0.3" });
  await inBrowser(
    service,
    { as: await givenPerson({ service }), path: `/monitoring/checks/new?device=${id}` },
    async (page) => {
      const form = page.getByRole("form", { name: "Add service check" });
      await form.getByLabel("Kind").selectOption("DNS");
      expect(await form.getByLabel("Port").inputValue()).toBe("53");
      expect(await form.getByRole("textbox", { name: "Label" }).inputValue()).toBe("DNS");
      await form.getByRole("button", { name: "Add check" }).click();
      await form.getByText("The name is missing").waitFor();
      await form.getByLabel("Kind").selectOption("HTTP");
      expect(await form.getByLabel("Port").inputValue()).toBe("80");
      await form.getByLabel("Path").fill("no slash");
      await form.getByLabel("Port").fill(String(site.port));
      await form.getByRole("button", { name: "Add check" }).click();
      await form.getByText("HTTP path must start with /").waitFor();
      await expectAccessibleInBothSchemes(page);
      await form.getByLabel("Path").fill("/");
      await form.getByRole("textbox", { name: "Label" }).fill("Portal page");
      await form.getByRole("button", { name: "Add check" }).click();
      const row = rowOf(page, "Portal page");
      await row.getByText(`HTTP ${site.port} on served`).waitFor();
      await expectAccessible(page);
      await row.getByRole("checkbox").click();
      await toolbar(page).getByRole("button", { name: "Switch off" }).click();
      await page.getByText("1 check switched off").waitFor();
      await row.getByText("Paused").waitFor();
      await toolbar(page).getByRole("link", { name: "Edit" }).click();
      const edit = page.getByRole("form", { name: "Edit Portal page" });
      expect(await edit.getByLabel("Device").inputValue()).toBe("served (127.0.0.3)");
      await edit.getByRole("textbox", { name: "Label" }).fill("Portal home");
      await edit.getByRole("button", { name: "Save check" }).click();
      await rowOf(page, "Portal home").getByRole("checkbox").click();
      await toolbar(page).getByRole("button", { name: "Delete" }).click();
      const dialog = page.getByRole("dialog", { name: "Delete Portal home?" });
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Delete" }).click();
      await page.getByText("1 check deleted").waitFor();
      await rowOf(page, "Portal home").waitFor({ state: "detached" });
    },
  );
});

test("a check by SNMP is added to all devices of a type, after the form has said how many fit", async () => {
  await post("/topology/devices", { display_name: "rack-9", ip_address: "127.0.0.9", device_type: "switch" });
  await inBrowser(
    service,
    { as: await givenPerson({ service }), path: "/monitoring/checks/new" },
    async (page) => {
      const form = page.getByRole("form", { name: "Add service check" });
      await form.getByLabel("Kind").selectOption("SNMP");
      await form.getByLabel("Checked on").selectOption("Devices by type, tag, place or network");
      await form.getByRole("button", { name: "Add check" }).click();
      await form.getByText("The object identifier is missing").waitFor();
      await form.getByText("Nothing is chosen").waitFor();
      await form.getByLabel("Object identifier").fill("1.3.6.1.2.1.1.3.0");
      const name = form.getByLabel("Add by name");
      await name.fill("switch");
      await name.press("Enter");
      await form.getByText("1 device fits now: rack-9").waitFor();
      await name.fill("10.0.0.0/8");
      await name.press("Enter");
      await form.getByText("No device fits now").waitFor();
      // Leaves the list of what is found.
      await name.press("Tab");
      await expectAccessible(page);
      await form.getByRole("button", { name: "Leave out 10.0.0.0/8" }).click();
      await form.getByText("1 device fits now: rack-9").waitFor();
      await form.getByRole("button", { name: "Add check" }).click();
      await rowOf(page, "SNMP").getByText("SNMP 161 on chosen devices (1)").waitFor();
    },
  );
});

test("a monitor is tried before it is kept: the answer, each assertion, and a secret that no page shows again", async () => {
  const path = "/monitoring/monitors/new";
  await inBrowser(service, { as: await givenPerson({ service }), path }, async (page) => {
    const form = page.getByRole("form", { name: "Add monitor" });
    await form.getByRole("button", { name: "Try it now" }).click();
    await form.getByText("A URL with http:// or https://").waitFor();
    await form.getByLabel("URL").fill(`${site.url.href}health`);
    await form.getByLabel("JSON path").fill("$.status");
    await form.getByRole("textbox", { name: "Value" }).fill("well");
    await form.getByRole("button", { name: "Try it now" }).click();
    const trial = page.getByRole("region", { name: "Tried just now" });
    await trial.getByText("HTTP 401").waitFor();
    await waitFor("the verdict in sight", () => isInSight(trial.getByText("HTTP 401")));
    await form.getByLabel("As whom").selectOption("Token");
    await form.getByLabel("Token").fill("the secret");
    await form.getByRole("button", { name: "Try it now" }).click();
    await trial.getByText("HTTP 200").waitFor();
    await trial.getByRole("row", { name: /yes/ }).first().waitFor();
    await trial.getByText("The answer", { exact: true }).click();
    await trial.getByText('{"status":"well"}').waitFor();
    await expectAccessibleInBothSchemes(page);
    expect(await admin.get<unknown[]>("/api/v1/monitors")).toEqual([]);
    await form.getByLabel("Tags").fill("public");
    await form.getByRole("button", { name: "Add monitor" }).click();
    const row = rowOf(page, new URL(site.url).host);
    await row.getByText("Up", { exact: true }).waitFor();
    await row.getByRole("rowheader").getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: new URL(site.url).host }).waitFor();
    await page.getByRole("table", { name: "Newest results" }).getByText("HTTP 200").first().waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Edit" }).click();
    const edit = page.getByRole("form", { name: /^Edit / });
    await edit.getByText("Set, and kept as it is").waitFor();
    expect(await page.content()).not.toContain("the secret");
    await edit.getByRole("button", { name: "Try it now" }).click();
    await trial.getByText("HTTP 200").waitFor();
    await edit.getByRole("button", { name: "Replace the token" }).click();
    await edit.getByRole("textbox", { name: "Token" }).fill("another");
    await edit.getByRole("button", { name: "Try it now" }).click();
    await trial.getByText("HTTP 401").waitFor();
    await edit.getByRole("button", { name: "Keep the token that is set" }).click();
    await edit.getByRole("button", { name: "Save monitor" }).click();
    await page.getByRole("heading", { level: 1, name: new URL(site.url).host }).waitFor();
    const [kept] = await admin.get<{ has_bearer_token: boolean; tags: string[] }[]>("/api/v1/monitors");
    expect(kept).toMatchObject({ has_bearer_token: true, tags: ["public"] });
  });
});

test("a job is given its address when its monitor is added, and its report is seen", async () => {
  const path = "/monitoring/monitors/new";
  await inBrowser(service, { as: await givenPerson({ service }), path }, async (page) => {
    const form = page.getByRole("form", { name: "Add monitor" });
    await form.getByLabel("Kind").selectOption("A job reports");
    await form.getByLabel("URL").waitFor({ state: "detached" });
    await form.getByRole("button", { name: "Add monitor" }).click();
    await form.getByText("A name: there is no host to call it after").waitFor();
    await expectAccessible(page);
    await form.getByLabel("Name").fill("nightly backup");
    await form.getByRole("button", { name: "Add monitor" }).click();
    await page.getByRole("heading", { level: 1, name: "nightly backup" }).waitFor();
    const part = page.getByRole("region", { name: "Where the job reports to" });
    const address = (await part.getByLabel("address", { exact: true }).textContent()) ?? "";
    expect(await part.getByLabel("command", { exact: true }).textContent()).toContain(`'${address}'`);
    await expectAccessibleInBothSchemes(page);
    expect((await fetch(`${address}?msg=all%20copied&ping=1200`)).status).toBe(200);
    await page.getByText("Up", { exact: true }).first().waitFor();
    await page.getByText("all copied").first().waitFor();
    await part.getByRole("button", { name: "Renew the address" }).click();
    await part.getByRole("button", { name: "Renew it" }).click();
    await part.getByRole("button", { name: "Renew the address" }).waitFor();
    expect((await fetch(address)).status).toBe(404);
  });
});
