import { afterAll, expect, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const BUNDLE = `version: 1
sites:
  - name: hq
devices:
  - display_name: core
    site: hq
`;
const sites = () => admin.get<{ id: number; name: string }[]>("/api/v1/topology/sites");

test("a bundle is planned, applied, found to have drifted, and taken back", async () => {
  const as = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as, path: "/administration/configuration" }, async (page) => {
    await page.getByText("No bundle was applied yet.").waitFor();
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Text" }).fill("version: 1\ndevice: []\n");
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    await page.getByText("device (line 2): is no kind of this version; do you mean 'devices'?").waitFor();
    await page.getByRole("textbox", { name: "Text" }).fill(BUNDLE);
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    await page.getByText("Add device core with site hq").waitFor();
    await expectAccessible(page);
    expect(await sites()).toEqual([]);
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByText("Applied: 2 added.").waitFor();
    await page.getByText("Nothing has changed since.").waitFor();
    const [site] = await sites();
    await admin.send("PATCH", `/api/v1/topology/sites/${site?.id}`, { name: "headquarters" });
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByRole("list", { name: "Changes" }).getByText("Add site hq").waitFor();
    await admin.send("PATCH", `/api/v1/topology/sites/${site?.id}`, { name: "hq" });
    await page.getByRole("button", { name: /^Undo the apply/ }).click();
    await page.getByText("2 removed.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Take it back" }).click();
    await page.getByRole("cell", { name: "Taken back" }).waitFor();
    expect(await sites()).toEqual([]);
    // What was taken back is not what is wanted.
    await page.getByText("No bundle was applied yet.").waitFor();
  });
});

test("a plan that is old by the time it is applied is said to be", async () => {
  const as = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as, path: "/administration/configuration" }, async (page) => {
    await page.getByRole("textbox", { name: "Text" }).fill(BUNDLE);
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    await page.getByRole("region", { name: "Plan" }).getByText("Add site hq").waitFor();
    await admin.send("POST", "/api/v1/topology/sites", { name: "hq" });
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByText("something has changed since").waitFor();
  });
  for (const { id } of await sites()) await admin.send("DELETE", `/api/v1/topology/sites/${id}`);
});
