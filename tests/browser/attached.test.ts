import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { closeBridges, startBridge } from "../features/forwarding/bridge-agent";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(async () => {
  closeBridges();
  await service.remove();
});

type Made = { id: number };
const given = (path: string, body: unknown) => admin.send<Made>("POST", `/api/v1${path}`, body);

const ANNA = "00:1b:21:3a:4c:5d";
const GUESTS = Array.from({ length: 14 }, (_, index) => `5254001234${(16 + index).toString(16)}`);
const agent = await startBridge({
  hasVlans: false,
  ports: [
    [14, 14, "Gi0/14", "room 7"],
    [15, 15, "Gi0/15"],
  ],
  learned: [{ mac: ANNA.replaceAll(":", ""), port: 14 }, ...GUESTS.map((mac) => ({ mac, port: 15 }))],
});
const profile = await given("/tools/snmp/profiles", { name: "Lab", community: "public", port: agent.port });
const access = await given("/topology/devices", {
  display_name: "sw3",
  ip_address: "127.0.0.1",
  snmp_profile_id: profile.id,
});
const laptop = await given("/topology/devices", { display_name: "anna-laptop", mac_address: ANNA });
await admin.send("POST", `/api/v1/topology/devices/${access.id}/poll`, {});

test("a machine's page says where it hangs, and leads to what else hangs on that port", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/inventory/${laptop.id}` }, async (page) => {
    const line = page.getByRole("list", { name: "Hangs on" });
    await line.getByText(/since/).waitFor();
    await line.getByText("room 7").waitFor();
    await expectAccessible(page);
    await line.getByRole("link", { name: "sw3 Gi0/14" }).click();
    await page.getByRole("row", { name: /anna-laptop.*Gi0\/14.*00:1b:21:3a:4c:5d/ }).waitFor();
    expect(new URL(page.url()).search).toBe("?tab=attached&behind=14");
    await page.getByText("1 machine", { exact: true }).waitFor();
  });
});

test("on a phone a switch's page shows what hangs on each port, and all of a port where it is more", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  const viewport = { width: 390, height: 844 };
  await inBrowser(
    service,
    { as: person, path: `/inventory/${access.id}?tab=ports`, viewport },
    async (page) => {
      const table = page.getByRole("table", { name: "Ports" });
      await table.getByRole("row", { name: /Gi0\/14.*anna-laptop/ }).waitFor();
      await expectAccessible(page);
      await table.getByRole("link", { name: "+ 11 more on Gi0/15" }).click();
      await page.getByText("14 machines", { exact: true }).waitFor();
      await page.getByRole("textbox", { name: "Name, address, MAC or vendor" }).fill("12:34:1d");
      await page.keyboard.press("Enter");
      await page.getByText("1 machine", { exact: true }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    },
  );
});
