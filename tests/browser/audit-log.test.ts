import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(90_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const post = (path: string, body: unknown) => admin.send<{ id: number }>("POST", `/api/v1${path}`, body);

test("an entry of the audit log shows what went with a device, on a phone too", async () => {
  const device = await post("/topology/devices", { name: "core" });
  const other = await post("/topology/devices", { name: "edge" });
  await post("/topology/relationships", {
    source_device_id: device.id,
    target_device_id: other.id,
    notes: "under the floor".padEnd(300, "Kabelbezeichnung"),
  });
  await admin.send("DELETE", `/api/v1/topology/devices/${device.id}`);
  await inBrowser(
    service,
    {
      path: "/administration/audit?action=topology.device_deleted",
      as: await givenPerson({ service }),
      viewport: { width: 390, height: 800 },
    },
    async (page) => {
      await page.getByText("topology.device_deleted").first().click();
      await page.getByRole("heading", { name: "What went with it" }).waitFor();
      await page.getByText("1 relationships").click();
      await page.getByText("under the floor").waitFor();
      const isTooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth;
      });
      expect(isTooWide).toBe(false);
    },
  );
});
