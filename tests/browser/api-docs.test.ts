import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(180_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

async function openOperation(page: Page, tag: string, { method, path }: { method: string; path: string }) {
  await page.locator(`.opblock-tag[data-tag="${tag}"]`).click();
  const operation = page.locator(`.opblock-${method}:has([data-path="${path}"])`);
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

    const question = await openOperation(page, "auth", { method: "get", path: "/api/v1/auth/me" });
    await question.getByRole("button", { name: "Execute" }).click();
    await question.locator(".live-responses-table .response-col_status", { hasText: "200" }).waitFor();

    const write = await openOperation(page, "topology", {
      method: "post",
      path: "/api/v1/topology/sites",
    });
    await write.locator("textarea.body-param__text").fill('{"name": "tried-out"}');
    await write.getByRole("button", { name: "Execute" }).click();
    await write.locator(".live-responses-table .response-col_status", { hasText: "201" }).waitFor();
    expect([...origins]).toEqual([service.url]);
  });
  const sites = await admin.get<{ name: string }[]>("/api/v1/topology/sites");
  expect(sites.map(({ name }) => name)).toEqual(["tried-out"]);
});
