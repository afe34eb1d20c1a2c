import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { z } from "zod";
import { signIn } from "../support/api-client";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const Created = z.looseObject({ id: z.int() });

test.each([
  ["on a desktop, light", { viewport: { width: 1280, height: 800 }, colorScheme: "light" }],
  ["on a phone, dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
] as const)("%s: what was deleted is found, chosen, looked at and restored", async (_, look) => {
  const person = await givenPerson({ service });
  const client = await signIn(service.url, person);
  const post = async (path: string, body: unknown) => {
    const answer = await client.fetch(`/api/v1${path}`, { method: "POST", body: JSON.stringify(body) });
    return Created.parse(await answer.json()).id;
  };
  const stem = `trash-${look.viewport.width}`;
  const monitor = await post("/monitors", {
    name: `${stem}-shop`,
    url: "http://192.0.2.1/",
    auth_type: "basic",
    auth_username: "probe",
    auth_password: "a secret of the monitor",
  });
  const site = await post("/topology/sites", { name: `${stem}-attic` });
  await client.fetch(`/api/v1/monitors/${monitor}`, { method: "DELETE" });
  await client.fetch(`/api/v1/topology/sites/${site}`, { method: "DELETE" });

  await inBrowser(service, { as: person, ...look }, async (page) => {
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Trash" }).click();
    await page.getByRole("searchbox", { name: "Find" }).fill(stem);
    await page.getByRole("row", { name: new RegExp(`${stem}-shop`) }).waitFor();
    await page.getByRole("combobox", { name: "Kind" }).selectOption("Site");
    await page.getByRole("row", { name: new RegExp(`${stem}-shop`) }).waitFor({ state: "hidden" });
    await page.getByRole("combobox", { name: "Kind" }).selectOption("All kinds");
    await page.getByRole("checkbox", { name: `${stem}-shop` }).check();
    await page.getByRole("checkbox", { name: `${stem}-attic` }).check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Restore 2 selected…" }).click();
    const dialog = page.getByRole("dialog", { name: "Restore 2 things?" });
    await dialog.getByText("comes back").first().waitFor();
    await dialog.getByText(/typed anew.*auth_password/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByText("2 things restored").waitFor();
    await page.getByText("None of these").waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe(stem);
  });
});
