import { afterAll, expect, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { startWebService } from "../support/browser/web-service";

const service = await startWebService();
afterAll(() => service.remove());

test("from an empty service to the first page, and out again", async () => {
  await inBrowser(service, {}, async (page) => {
    await page.getByRole("heading", { name: "Create the first administrator" }).waitFor();
    await expectAccessible(page);

    await page.getByRole("textbox", { name: "User name" }).fill("root");
    await page.getByRole("textbox", { name: "Password", exact: true }).fill("too short");
    await page.getByRole("button", { name: "Create administrator" }).click();
    await page.getByText("At least 12 characters: 3 more").waitFor();

    await page.getByRole("textbox", { name: "Password", exact: true }).fill("a long enough password");
    await page.getByRole("textbox", { name: "Password again" }).fill("a long enough password");
    await page.getByRole("button", { name: "Create administrator" }).click();

    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByRole("textbox", { name: "User name" }).inputValue()).toBe("root");
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Password" }).fill("a long enough password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();

    await page.getByRole("button", { name: "Account of root" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByText("You are signed out.").waitFor();
    await page.goto("/profile");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(new URL(page.url()).searchParams.get("to")).toBe("/profile");
  });
});
