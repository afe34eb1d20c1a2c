import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { signIn } from "../support/api-client";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin, type Person } from "../support/browser/web-service";
import { holdImports } from "../support/held-imports";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const IMPORT = "/api/v1/topology/devices/import?mode=upsert";
const devices = (rows: number) => ({
  devices: Array.from({ length: rows }, (_, index) => ({ hostname: `activity-${index}` })),
});

async function importAs(person: Person, rows: number, query = ""): Promise<Response> {
  const client = await signIn(service.url, person);
  return client.fetch(IMPORT + query, { method: "POST", body: JSON.stringify(devices(rows)) });
}

test.each([
  ["on a desktop, light", { viewport: { width: 1280, height: 800 }, colorScheme: "light" }],
  ["on a phone, dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
] as const)("%s: a running import is found in the account menu, followed and cancelled", async (_, look) => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  const goOn = await holdImports(service.dataDirectory);
  const running = importAs(person, 1200);
  try {
    await inBrowser(service, { as: person, ...look }, async (page) => {
      await page.getByRole("button", { name: /^Account of/ }).click();
      await page.getByRole("menuitem", { name: "Activity" }).click();
      const row = page.getByRole("row", { name: /Device import/ });
      await row.getByText("checking, 0 of 1,200").waitFor();
      await row
        .getByRole("progressbar", { name: "Progress of Device import" })
        .waitFor({ state: "attached" });
      await row.getByText("Running").waitFor();
      await expectAccessible(page);
      await row.getByRole("button", { name: "Cancel Device import" }).click();
      await row.getByText("Being cancelled").waitFor();
      await goOn();
      await row.getByText("Cancelled", { exact: true }).waitFor();
      expect(await row.getByRole("button").count()).toBe(0);
      await expectAccessible(page);
    });
    expect((await running).status).toBe(409);
  } finally {
    await goOn();
    await running;
  }
});

test("an administrator sees everybody's, chooses its own and a state by the address, and its owner opens a result", async () => {
  const other = await givenPerson({ service }, "NetworkAdmin");
  const admin = await givenPerson({ service });
  await importAs(other, 1001, "&dry_run=true");
  await importAs(admin, 2);
  await inBrowser(service, { as: admin, path: "/activity" }, async (page) => {
    const theirs = page.getByRole("row", {
      name: new RegExp(`Device import \\(dry run\\) ${other.username}`),
    });
    await theirs.getByText("1,001 created").waitFor();
    expect(await page.getByRole("link", { name: "Whole result" }).count()).toBe(0);
    await page.getByRole("switch", { name: "Only mine" }).click();
    await theirs.waitFor({ state: "hidden" });
    await page.getByRole("row", { name: /Device import Done 2 created/ }).waitFor();
    await page.getByRole("combobox", { name: "State" }).selectOption("Failed");
    await page.getByText("None in this state").waitFor();
    expect(new URL(page.url()).search).toBe("?state=failed&own=true");
    await expectAccessible(page);
  });
  await inBrowser(service, { as: other, path: "/activity" }, async (page) => {
    const link = page.getByRole("link", { name: "Whole result" });
    const answer = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(answer.headers()["x-total-count"]).toBe("1001");
    expect(await page.getByText("Only mine").count()).toBe(0);
  });
});
