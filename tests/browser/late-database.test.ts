import { afterAll, expect, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { sharedBrowser } from "../support/browser/chromium";
import { startWebService } from "../support/browser/web-service";
import { startCuttableProxy } from "../support/cuttable-proxy";
import { createTestDatabase } from "../support/database";
import { patient } from "../support/patience";
import { startTcpWay } from "../support/tcp-postgres";

const { connection } = await createTestDatabase();
const way = await startTcpWay(connection);
const proxy = await startCuttableProxy(way.urlOf(connection).replace("postgres:", "http:"));
const url = new URL(way.urlOf(connection));
url.port = new URL(proxy.url).port;
proxy.setDown(true);
const service = await startWebService({ environment: { DATABASE_URL: url.href } });
afterAll(async () => {
  await service.remove();
  await proxy.close();
  way.close();
});

test("a page that is opened before the database is there says so, and goes on by itself once it is", async () => {
  const browser = await (
    await sharedBrowser()
  ).newContext({ baseURL: service.url, viewport: { width: 390, height: 844 } });
  browser.setDefaultTimeout(patient(15_000));
  try {
    const page = await browser.newPage();
    await page.goto("/monitoring?tab=devices");
    await page.getByRole("status").getByText("The service waits for its database").waitFor();
    await page.getByText("This page goes on by itself as soon as it can.").waitFor();
    await expectAccessible(page);
    proxy.setDown(false);
    await page.getByRole("heading", { name: "Create the first administrator" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/first-run");
  } finally {
    await browser.close();
  }
});
