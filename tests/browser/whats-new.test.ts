import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebService, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

setDefaultTimeout(patient(60_000));

const VERSION = {
  current: "9.2.0",
  channel: null,
  latest: "9.3.0",
  up_to_date: false,
  release_url: "https://releases.example/9.3.0",
  current_release_url: "",
  checked_at: "2026-11-22T10:00:00.000Z",
  check_error: "the feed answered 503",
  whats_new: [
    {
      version: "9.2.0",
      sections: [
        { category: "Added", items: ["Maps fold.", "Searches are saved."] },
        { category: "Fixed", items: ["A gap."] },
      ],
    },
    { version: "9.1.0", sections: [{ category: "Added", items: ["An older thing."] }] },
  ],
};

/** Two people on the version before, and the service as it is after the upgrade. */
async function givenUpgrade() {
  const { service: old } = await startWebServiceWithAdmin({ environment: { APP_VERSION: "9.1.0" } });
  const people = [
    await givenPerson({ service: old }),
    await givenPerson({ service: old }, "Viewer"),
  ] as const;
  await old.stop();
  const environment = { APP_VERSION: "9.2.0" };
  const service = await startWebService({ dataDirectory: old.dataDirectory, environment });
  await waitFor("readiness", async () => (await fetch(`${service.url}/api/v1/health/ready`)).ok);
  return { service, people };
}

const { service, people } = await givenUpgrade();
afterAll(() => service.remove());

const withNews = (page: Page) =>
  page
    .route("**/api/v1/system/version", (route) => route.fulfill({ json: VERSION }))
    .then(() => page.goto("/"));

const notice = (page: Page) => page.getByRole("region", { name: "What is new" });

test("after an upgrade each person is told once what is new, in whichever browser", async () => {
  const [admin, viewer] = people;
  await inBrowser(service, { as: admin, path: "/profile" }, async (page) => {
    await withNews(page);
    await notice(page).getByText("This is Netatlas 9.2.0 now.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "See what is new" }).click();
    const dialog = page.getByRole("dialog", { name: "What is new in Netatlas 9.2.0" });
    await dialog.getByText("Searches are saved.").waitFor();
    expect(await dialog.getByText("An older thing.").count()).toBe(0);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await notice(page).waitFor({ state: "detached" });
  });
  await inBrowser(service, { as: admin }, async (page) => {
    await withNews(page);
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    expect(await notice(page).count()).toBe(0);
  });
  await inBrowser(service, { as: viewer }, async (page) => {
    await withNews(page);
    await notice(page).getByRole("button", { name: "Dismiss" }).click();
    await notice(page).waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: `Account of ${viewer.username}` }).waitFor();
    expect(await notice(page).count()).toBe(0);
  });
});

test("the settings page says what is installed, what the feed has, and why it could not be asked", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person }, async (page) => {
    await withNews(page);
    await page.goto("/administration/settings");
    const version = page.getByRole("region", { name: "Version" });
    await version.getByRole("link", { name: "9.3.0 is available" }).waitFor();
    await version.getByText("failed: the feed answered 503").waitFor();
    // Made after the upgrade: for this person nothing is new.
    expect(await notice(page).count()).toBe(0);
    await expectAccessible(page);
  });
});
