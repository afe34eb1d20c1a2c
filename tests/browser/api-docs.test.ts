import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(180_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

/** Operations that are not in view are not in the page either. */
async function openOperation(page: Page, method: string, path: string) {
  const operation = page.locator(`.opblock-${method}:has([data-path="${path}"])`);
  await page.evaluate(() => window.scrollTo(0, 0));
  await waitFor(
    `${method} ${path} to come into view`,
    async () => {
      if ((await operation.count()) > 0) return true;
      await page.evaluate(() => window.scrollBy(0, window.innerHeight));
      return undefined;
    },
    60_000,
  );
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  return operation;
}

test("Swagger UI shows the API and tries it out, from local files and without a complaint of the browser", async () => {
  await inBrowser(service, { path: "/api/docs", as: await givenPerson({ service }) }, async (page) => {
    const origins = new Set<string>();
    page.on("request", (request) => void origins.add(new URL(request.url()).origin));
    // The whole API is a lot to lay out for a machine that runs other tests.
    page.setDefaultTimeout(60_000);

    const answer = await page.reload();
    expect(answer?.headers()["content-security-policy"]).toContain("script-src 'self'");

    const question = await openOperation(page, "get", "/api/v1/auth/me");
    await question.getByRole("button", { name: "Execute" }).click();
    await question.locator(".live-responses-table .response-col_status", { hasText: "200" }).waitFor();

    const write = await openOperation(page, "post", "/api/v1/topology/sites");
    await write.locator("textarea.body-param__text").fill('{"name": "tried-out"}');
    await write.getByRole("button", { name: "Execute" }).click();
    await write.locator(".live-responses-table .response-col_status", { hasText: "201" }).waitFor();
    expect([...origins]).toEqual([service.url]);
  });
  const sites = await admin.get<{ name: string }[]>("/api/v1/topology/sites");
  expect(sites.map(({ name }) => name)).toEqual(["tried-out"]);
});
