import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;

test("a backup is taken, checked and put back, and everybody signs in anew", async () => {
  const person = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as: person, path: "/administration/backups" }, async (page) => {
    await page.getByText("No backup in the folder yet").waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("button", { name: "Make one now" }).click();
    await page.getByRole("link", { name: /^Download netatlas-backup-/ }).waitFor();

    await page.getByRole("button", { name: /^Verify netatlas-backup-/ }).click();
    await page.getByText("can be restored").waitFor();

    await page.getByLabel("Passphrase (optional)").fill("correct horse battery staple");
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download encrypted backup" }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^netatlas-backup-\d{8}-\d{6}\.tar\.zst\.sealed$/);
    const backup = {
      name: saved.suggestedFilename(),
      mimeType: "application/octet-stream",
      buffer: readFileSync(await saved.path()),
    };
    await page.getByLabel("With all stored events").check();
    await page.getByRole("button", { name: "Write it in the background" }).click();
    await page
      .getByRole("row", { name: /^Backup .* Done/ })
      .getByRole("link", { name: "Download" })
      .waitFor();
    await admin.send("POST", "/api/v1/topology/sites", { name: "later" });

    await page.locator('input[type="file"]').setInputFiles(backup);
    await page.getByRole("button", { name: "Check it" }).click();
    await page.getByText("its passphrase is needed").waitFor();
    await page.getByLabel("Its passphrase").fill("correct horse battery staple");
    await page.getByRole("button", { name: "Check it" }).click();
    await page.getByText("Everybody is signed out").waitFor();
    await page.getByRole("row", { name: /sites 1 0/ }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(isWide)).toBe(false);

    const restore = page.getByRole("button", { name: "Restore", exact: true });
    expect(await restore.isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: /^Type restore/ }).fill("restore");
    await restore.click();
    await page.waitForURL(/\/sign-in/);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });
});
