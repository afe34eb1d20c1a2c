import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

setDefaultTimeout(patient(90_000));

/** Nobody else's, so that ports may be chosen. */
const HOST = "127.83.12.21";
const OTHER = "127.83.12.22";
const PHONE = { width: 390, height: 844 };

const { service, admin } = await startWebServiceWithAdmin();
const servers = [HOST, OTHER].map((hostname) =>
  Bun.serve({ hostname, port: 8080, fetch: () => new Response("who are you?", { status: 401 }) }),
);
const database = Bun.listen({ hostname: HOST, port: 5432, socket: { data: () => undefined } });
afterAll(async () => {
  await service.remove();
  await Promise.all(servers.map((server) => server.stop(true)));
  database.stop(true);
});

type Made = { id: number };
type Check = { label: string; check_type: string; port: number; expected_status_max: number };
const givenDevice = (name: string, address: string) =>
  admin.send<Made>("POST", "/api/v1/topology/devices", {
    display_name: name,
    ip_address: address,
    topology_group: name,
  });
const checksOf = (id: number) => admin.get<Check[]>(`/api/v1/monitoring/service-checks?device_id=${id}`);

test("what answers on a device is found, ticked, and added but for what is left out", async () => {
  const { id } = await givenDevice("one", HOST);
  await inBrowser(
    service,
    { as: await givenPerson({ service }), path: `/monitoring/devices/${id}`, viewport: PHONE },
    async (page) => {
      await page.getByRole("button", { name: "Find services" }).click();
      const dialog = page.getByRole("dialog", { name: "Services on 1 device" });
      const web = dialog.getByRole("checkbox", { name: "Web page on port 8080 (HTTP 8080)" });
      await web.waitFor();
      expect(await web.isChecked()).toBe(true);
      await expectAccessibleInBothSchemes(page);
      await dialog.getByRole("checkbox", { name: "PostgreSQL (TCP 5432)" }).click();
      await dialog.getByRole("button", { name: "Add 1 check", exact: true }).click();
      await page.getByText("1 check added").waitFor();
      await page.getByRole("link", { name: "Web page on port 8080" }).first().waitFor();
    },
  );
  expect(await checksOf(id)).toMatchObject([{ check_type: "http", port: 8080, expected_status_max: 401 }]);
});

test("many devices are asked together, and what is checked already is said", async () => {
  const one = await givenDevice("many", HOST);
  const other = await givenDevice("many", OTHER);
  await admin.send("POST", "/api/v1/monitoring/service-checks", {
    device_id: other.id,
    check_type: "http",
    port: 8080,
    label: "mine",
  });
  await inBrowser(
    service,
    { as: await givenPerson({ service }), path: "/monitoring?group=many" },
    async (page) => {
      await page.getByRole("checkbox", { name: "Select all 2 rows" }).click();
      await page.getByRole("button", { name: "Find services" }).click();
      const dialog = page.getByRole("dialog", { name: "Services on 2 devices" });
      await dialog.getByText("Checked already").waitFor();
      await dialog.getByRole("button", { name: "Add 2 checks" }).click();
      await page.getByText("2 checks added").waitFor();
    },
  );
  expect((await checksOf(one.id)).length).toBe(2);
  expect((await checksOf(other.id)).map(({ label }) => label)).toEqual(["mine"]);
});
