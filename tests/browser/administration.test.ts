import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, signIn } from "../support/api-client";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(30_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const PARTS = [
  "Users",
  "Roles",
  "API keys",
  "Audit log",
  "Settings",
  "Mail",
  "Notifications",
  "Single sign-on",
  "Device types",
  "SNMP profiles",
];

test("a user is made, gets another role and password, and is locked out", async () => {
  const person = await givenPerson({ service });
  const login = (password: string) =>
    createApiClient(service.url).fetch("/api/v1/auth/login", {
      method: "POST",
      body: JSON.stringify({ username: "zoe", password }),
    });
  await inBrowser(service, { as: person, path: "/administration" }, async (page) => {
    await page.getByRole("button", { name: "New user" }).click();
    const dialog = page.getByRole("dialog", { name: "New user" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("zoe miller");
    await dialog.getByRole("textbox", { name: "Password" }).fill("too short");
    await dialog.getByRole("button", { name: "Create user" }).click();
    // Both at once.
    await dialog.getByText("At least 12 characters: 3 more").waitFor();
    await dialog
      .getByText("3 to 80 letters, digits, dots, hyphens or underscores", { exact: true })
      .waitFor();
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "Name" }).fill("zoe");
    await dialog.getByRole("textbox", { name: "Password" }).fill("the first password");
    await dialog.getByRole("button", { name: "Create user" }).click();

    const panel = page.getByRole("complementary", { name: "zoe" });
    expect(await panel.getByRole("combobox", { name: "Role" }).inputValue()).toBe("Viewer");
    await expectAccessible(page);
    await panel.getByRole("combobox", { name: "Role" }).selectOption("NetworkAdmin");
    await panel.getByRole("button", { name: "Save user" }).click();
    await page.getByRole("row", { name: /zoe.*NetworkAdmin/ }).waitFor();
    expect((await login("the first password")).status).toBe(200);

    await panel.getByRole("button", { name: "Set a password" }).click();
    const reset = page.getByRole("dialog", { name: "Set a password for zoe" });
    await reset.getByRole("textbox", { name: "New password" }).fill("the second password");
    await reset.getByRole("button", { name: "Set password" }).click();
    await page.getByText("Password of zoe set").waitFor();
    expect((await login("the first password")).status).toBe(401);
    expect((await login("the second password")).status).toBe(200);

    await panel.getByRole("switch", { name: "May sign in" }).click();
    await panel.getByRole("button", { name: "Save user" }).click();
    await page.getByRole("row", { name: /zoe.*Deactivated/ }).waitFor();
    expect((await login("the second password")).status).not.toBe(200);

    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    expect(new URL(page.url()).search).toBe("");
  });
});

test("a permission is taken from a role, and the buttons of its people go", async () => {
  await admin.send("POST", "/api/v1/admin/roles", { name: "Helpdesk" });
  const boss = await givenPerson({ service });
  const helper = await givenPerson({ service }, "Helpdesk");
  await inBrowser(service, { as: boss, path: "/administration/roles" }, async (roles) => {
    const grant = roles.getByRole("checkbox", { name: "Helpdesk: Change the topology" });
    await grant.check();
    await roles.getByText("1 role changed, not saved").waitFor();
    await expectAccessible(roles);
    await roles.getByRole("button", { name: "Save roles" }).click();
    await roles.getByText("1 role changed, not saved").waitFor({ state: "hidden" });

    await inBrowser(service, { as: helper, path: "/inventory" }, async (inventory) => {
      const add = inventory.getByRole("link", { name: "Add device" });
      await add.first().waitFor();
      await grant.uncheck();
      await roles.getByRole("button", { name: "Save roles" }).click();
      await roles.getByText("1 role changed, not saved").waitFor({ state: "hidden" });
      await inventory.reload();
      await inventory.getByRole("heading", { name: "Inventory" }).waitFor();
      expect(await add.count()).toBe(0);
      await inventory.goto("/administration/users");
      await inventory.getByText("It needs the role SuperAdmin").waitFor();
    });
  });
});

test("a role that goes says who loses it", async () => {
  await admin.send("POST", "/api/v1/admin/roles", { name: "Guests" });
  await givenPerson({ service }, "Guests");
  const boss = await givenPerson({ service });
  await inBrowser(service, { as: boss, path: "/administration/roles" }, async (page) => {
    await page.getByRole("button", { name: "Delete the role Guests" }).click();
    await page.getByText("1 user has this role and becomes a Viewer.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("columnheader", { name: "Guests" }).waitFor({ state: "hidden" });
  });
});

test("the key of somebody else is found and revoked", async () => {
  const owner = await givenPerson({ service }, "Viewer");
  const { key } = await (
    await signIn(service.url, owner)
  ).send<{ key: string }>("POST", "/api/v1/api-keys", { name: "old script" });
  const boss = await givenPerson({ service });
  await inBrowser(service, { as: boss, path: "/administration/api-keys?q=old" }, async (page) => {
    await page.getByText("1 of").waitFor();
    await page.getByRole("button", { name: `Revoke old script of ${owner.username}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByRole("row", { name: /old script.*Revoked/ }).waitFor();
    const { status } = await createApiClient(service.url, { "X-API-Key": key }).fetch("/api/v1/auth/me");
    expect(status).toBe(401);
  });
});

test("the log says what a change changed, filters by its address, and proves itself", async () => {
  const boss = await givenPerson({ service });
  const body = JSON.stringify({ support_email: "help@example.com" });
  expect((await admin.fetch("/api/v1/admin/settings", { method: "PUT", body })).status).toBe(200);
  await inBrowser(
    service,
    { as: boss, path: "/administration/audit?what=admin.&q=settings" },
    async (page) => {
      await page
        .getByRole("row", { name: /admin\.settings_updated/ })
        .first()
        .click();
      const panel = page.getByRole("complementary");
      await panel.getByRole("row", { name: /support_email.*help@example\.com/ }).waitFor();
      await expectAccessible(page);
      expect(new URL(page.url()).searchParams.has("id")).toBe(true);
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Verify the log" }).click();
      await page.getByText(/checked: none was changed, removed or inserted/).waitFor();
      await expectAccessible(page);
    },
  );
});

test("a group of settings is saved by itself, and a refused one keeps what was typed", async () => {
  const boss = await givenPerson({ service });
  await inBrowser(service, { as: boss, path: "/administration/settings" }, async (page) => {
    const minutes = page.getByRole("textbox", { name: "Sign out after idle minutes" });
    await minutes.fill("900");
    await page.getByRole("button", { name: "Save: Sessions" }).click();
    await page
      .getByRole("textbox", { name: "Sign out after idle minutes" })
      .and(page.locator("[aria-invalid=true]"))
      .waitFor();
    expect(await minutes.inputValue()).toBe("900");
    await minutes.fill("45");
    await page.getByRole("button", { name: "Save: Sessions" }).click();
    await page.getByText("Saved: sessions").waitFor();
    expect(await admin.get<object>("/api/v1/admin/settings")).toMatchObject({ idle_timeout_minutes: 45 });
  });
});

test("the settings page and the start say how devices are asked, and what would be better", async () => {
  const boss = await givenPerson({ service });
  const { description, improvement } = await admin.get<{ description: string; improvement: string | null }>(
    "/api/v1/system/reachability",
  );
  expect(service.output()).toContain(`  Reachability  ${description}`);
  await inBrowser(service, { as: boss, path: "/administration/settings" }, async (page) => {
    const section = page.getByRole("region", { name: "Reachability" });
    await section.getByText(description).waitFor();
    await section.getByText(improvement ?? "nothing: there is none").waitFor();
  });
});

test("single sign-on that is switched on without what it takes says what that is, until it is there", async () => {
  const boss = await givenPerson({ service });
  await inBrowser(service, { as: boss, path: "/administration/single-sign-on" }, async (page) => {
    const provider = page.getByRole("region", { name: "Provider" });
    await provider.getByRole("switch", { name: "Offer single sign-on" }).click();
    await provider.getByRole("button", { name: "Save: Provider" }).click();
    await page.getByText("does not offer it yet: the issuer and the client id are missing").waitFor();
    await page
      .getByText(`the redirect address, from here ${service.url}/api/v1/auth/oidc/callback`)
      .waitFor();
    await expectAccessibleInBothSchemes(page);
    await provider.getByRole("textbox", { name: "Issuer" }).fill("https://id.example.com");
    await provider.getByRole("textbox", { name: "Client id" }).fill("netatlas");
    await provider.getByRole("textbox", { name: "Redirect address" }).fill(`${service.url}/callback`);
    await provider.getByRole("button", { name: "Save: Provider" }).click();
    await page.getByText("does not offer it yet").waitFor({ state: "detached" });
    await page.getByText("where to send people back to").waitFor({ state: "detached" });
  });
});

test("every part is accessible in the light and the dark scheme, and never wider than a tablet", async () => {
  const boss = await givenPerson({ service });
  const viewport = { width: 1024, height: 768 };
  await inBrowser(service, { as: boss, path: "/administration", viewport }, async (page) => {
    for (const title of PARTS) {
      await page.getByRole("link", { name: title, exact: true }).click();
      await page.getByRole("heading", { name: title, level: 1 }).waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "hidden" });
      await expectAccessibleInBothSchemes(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    }
  });
});
