import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

type Device = { ip_address: string; hostname: string | null };
const devicesAt = async (prefix: string) =>
  (await admin.get<Device[]>("/api/v1/topology/devices")).filter(({ ip_address: address }) =>
    address.startsWith(prefix),
  );

test("a network is scanned with an estimate first, and what is new is imported", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/discovery" }, async (page) => {
    await page.getByRole("button", { name: "New scan" }).click();
    const dialog = page.getByRole("dialog", { name: "New scan" });
    const target = dialog.getByRole("textbox", { name: "Target" });
    await target.fill("8.8.8.8");
    await dialog.getByText("Public IP scanning is blocked by default").waitFor();
    expect(await dialog.getByRole("button", { name: "Start scan" }).isDisabled()).toBe(true);
    await target.fill("10.0.0.0/22");
    await dialog.getByText(/1,024 addresses, about/).waitFor();
    await dialog.getByRole("checkbox", { name: "Scan all 1024 addresses" }).waitFor();
    await expectAccessible(page);
    await target.fill("127.0.90.1-127.0.90.3");
    await dialog.getByText(/3 addresses, about/).waitFor();
    await dialog.getByRole("textbox", { name: "Leaves out" }).fill("127.0.90.9, 127.0.90.3");
    await dialog.getByText(/2 addresses, about/).waitFor();
    await dialog.getByRole("textbox", { name: "Leaves out" }).fill("");
    await dialog.getByText(/3 addresses, about/).waitFor();
    await dialog.getByRole("combobox", { name: "Looks with" }).selectOption("own");
    await dialog.getByRole("button", { name: "Start scan" }).click();
    await page.getByRole("toolbar", { name: "Selected hosts" }).getByText("3 hosts selected").waitFor();
    await page.getByRole("row", { name: /127\.0\.90\.2/ }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("button", { name: "Import into the inventory" }).click();
    const importing = page.getByRole("dialog", { name: "Import 3 hosts" });
    await importing.getByRole("button", { name: "Import 3 hosts" }).click();
    await page.getByText("3 devices made, 0 changed, 0 left as they were.").waitFor();
    expect(await devicesAt("127.0.90.")).toHaveLength(3);
    const onward = page.getByRole("link", { name: "Open the inventory" });
    expect(await onward.getAttribute("href")).toBe("/inventory");
    await page.getByRole("button", { name: "Close", exact: true }).last().click();
    await page.getByRole("row", { name: /127\.0\.90\.2.*known by address/ }).waitFor();
    await page.getByRole("toolbar", { name: "Selected hosts" }).getByText("0 hosts selected").waitFor();
  });
});

test("a network that was scanned before, or is a subnet, is taken instead of typed", async () => {
  await admin.send("POST", "/api/v1/ipam/subnets", { name: "Lab", cidr: "127.0.92.0/30" });
  await admin.send("POST", "/api/v1/discovery/scans", { target: "127.0.92.1", scan_type: "ping" });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/discovery" }, async (page) => {
    await page.getByRole("button", { name: "New scan" }).click();
    const dialog = page.getByRole("dialog", { name: "New scan" });
    const known = dialog.getByRole("group", { name: "Known networks" });
    await known.getByRole("button", { name: "127.0.92.1", exact: true }).waitFor();
    await expectAccessible(page);
    await known.getByRole("button", { name: "127.0.92.0/30 Lab" }).click();
    expect(await dialog.getByRole("textbox", { name: "Target" }).inputValue()).toBe("127.0.92.0/30");
    await dialog.getByText(/addresses, about/).waitFor();
    expect(await known.count()).toBe(0);
  });
});

test("a schedule is made on a phone, and what it notices is settled by keyboard", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  const phone = { width: 390, height: 844 };
  await inBrowser(
    service,
    { as: person, path: "/discovery?view=schedules", viewport: phone },
    async (page) => {
      await page.getByText("No schedules yet").waitFor();
      await page.getByRole("button", { name: "New schedule" }).click();
      const making = page.getByRole("dialog", { name: "New schedule" });
      await making.getByRole("textbox", { name: "Name" }).fill("Loopback");
      await making.getByRole("textbox", { name: "Target" }).fill("127.0.91.1-127.0.91.3");
      await making.getByRole("textbox", { name: "Quiet from" }).fill("22:00");
      await making.getByRole("textbox", { name: "Quiet to" }).fill("06:00");
      await making.getByRole("button", { name: "Create schedule" }).click();
      await page.getByRole("button", { name: "Run now: Loopback" }).click();
      await page.getByRole("link", { name: "3 hosts" }).waitFor();
      const list = page.getByRole("table", { name: "Schedules" });
      expect(
        await list.evaluate(({ parentElement: box }) => (box?.scrollWidth ?? 0) > (box?.clientWidth ?? 0)),
      ).toBe(false);
      await list.getByText("Every").last().waitFor({ state: "attached" });
      await expectAccessible(page);

      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto("/discovery?view=observations");
      const queue = page.getByRole("grid", { name: "Observations" });
      await queue.getByRole("row", { name: /New device.*127\.0\.91\.3/ }).waitFor();
      expect(await queue.getByRole("row", { name: /New device/ }).count()).toBe(3);
      await expectAccessibleInBothSchemes(page);
      await queue.focus();
      await page.keyboard.press("a");
      await page.getByText("1 observation applied").waitFor();
      await page.waitForFunction(
        () => document.querySelectorAll("[role=grid] [role=rowheader]").length === 2,
      );
      expect(await devicesAt("127.0.91.")).toHaveLength(1);
      await queue.focus();
      await page.keyboard.press("i");
      const ignoring = page.getByRole("dialog", { name: "Ignore 1 observation" });
      await ignoring.getByRole("textbox", { name: "Reason" }).fill("a guest");
      await ignoring.getByRole("button", { name: "Ignore" }).click();
      await page.waitForFunction(
        () => document.querySelectorAll("[role=grid] [role=rowheader]").length === 1,
      );
      await queue.focus();
      await page.keyboard.press("k");
      await page.keyboard.press("j");
      await page.keyboard.press("r");
      await page.getByText("Nothing waits").waitFor();
      await page.getByRole("combobox", { name: "State" }).selectOption("ignored");
      await page.getByRole("row", { name: /New device \(ignored\)/ }).click();
      await page.getByText("a guest").waitFor();
    },
  );
});
