import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { z } from "zod";
import { closeAgents, startPortAgent } from "../features/ports/port-agent";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(async () => {
  closeAgents();
  await service.remove();
});

type Made = { id: number };
const given = (path: string, body: unknown) => admin.send<Made>("POST", `/api/v1${path}`, body);

const agent = await startPortAgent([
  { index: 1, name: "Gi0/1", alias: "uplink" },
  { index: 2, name: "Gi0/2", oper: 2 },
  { index: 10, name: "Gi0/10", admin: 2, oper: 2 },
]);
// A poll of the service's own would take the difference that is looked for.
await admin.send("PUT", "/api/v1/admin/settings", { snmp_polling_enabled: false });
const profile = await given("/tools/snmp/profiles", { name: "Lab", community: "public", port: agent.port });
const device = await given("/topology/devices", { display_name: "Access 1", ip_address: "127.0.0.1" });

test("a device whose ports were not read shows the interfaces that are recorded of it, on a phone too", async () => {
  const person = await givenPerson({ service });
  const interfaces = [
    { name: "ether1", mac_address: "02:00:00:00:00:0a", ip_addresses: ["192.0.2.1", "2001:db8::1"] },
    { name: "ether2", description: "to the barn" },
  ];
  const router = await given("/topology/devices", { display_name: "Router", interfaces });
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const path = `/inventory/${router.id}?tab=ports`;
    await inBrowser(service, { as: person, path, viewport }, async (page) => {
      await page.getByText("This device is not asked by SNMP").waitFor();
      const table = page.getByRole("table", { name: "Recorded interfaces" });
      await table.getByText("192.0.2.1, 2001:db8::1").waitFor();
      await table.getByText("to the barn").waitFor();
      await expectAccessible(page);
    });
  }
});

test("a device without a profile says how its ports come; with one they are asked, found and charted, on a phone too", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  const viewport = { width: 390, height: 844 };
  await inBrowser(
    service,
    { as: person, path: `/inventory/${device.id}?tab=ports`, viewport },
    async (page) => {
      await page.getByText("Assign an SNMP profile to it").waitFor();
      await admin.send("PATCH", `/api/v1/topology/devices/${device.id}`, { snmp_profile_id: profile.id });
      await page.reload();
      await page.getByRole("button", { name: "Ask now" }).click();
      await page
        .getByRole("row", { name: /Gi0\/1 (?:Alias )?uplink (?:State )?Up (?:Speed )?1 Gbit\/s/ })
        .waitFor();
      agent.change(1, { inOctets: 750_000_000n, outOctets: 75_000_000n, inErrors: 60 });
      agent.setUpTime(1_006_000);
      await page.getByRole("button", { name: "Ask now" }).click();
      await page
        .getByRole("row", {
          name: /Gi0\/1 (?:Alias )?uplink (?:State )?Up (?:Speed )?1 Gbit\/s \D*(99|100|101)[.\d]* Mbit\/s/,
        })
        .waitFor();
      const names = await page.getByRole("table", { name: "Ports" }).getByRole("rowheader").allTextContents();
      expect(names).toEqual(["Gi0/1", "Gi0/2", "Gi0/10"]);
      await page.getByRole("button", { name: "Not up" }).click();
      await page.getByRole("link", { name: "Gi0/1", exact: true }).waitFor({ state: "detached" });
      await page.getByRole("row", { name: /Gi0\/10 (?:– )?(?:State )?Switched off/ }).waitFor();
      await page.getByRole("button", { name: "Not up" }).click();

      await page.getByRole("link", { name: "Gi0/1", exact: true }).click();
      await page.getByRole("heading", { name: "Traffic of Gi0/1" }).waitFor();
      await page.getByRole("img", { name: /^Traffic\./ }).waitFor();
      await page.getByRole("img", { name: /^Lost frames\./ }).waitFor();
      await page.getByRole("button", { name: "7 days" }).click();
      await page.waitForURL(/range=7d/);
      await page.getByRole("img", { name: /^Traffic\./ }).waitFor();
      await expectAccessible(page);
      const { content, shown } = z.object({ content: z.number(), shown: z.number() }).parse(
        await page.evaluate(() => ({
          content: document.documentElement.scrollWidth,
          shown: document.documentElement.clientWidth,
        })),
      );
      expect(content).toBeLessThanOrEqual(shown);
    },
  );
});
