import { z } from "zod";
import { Named, type DemoClient } from "./client";
import { DATA_CENTRE, DATA_CENTRE_SUBNET } from "./data-centre";

const PATH = "/api/v1/discovery/schedules";

/** Two schedules that scan addresses of the demo's own data centre, each run once. What is there already stays. */
export async function seedDiscovery(client: DemoClient): Promise<void> {
  const known = new Set((await client.get(PATH, z.array(Named))).map(({ name }) => name));
  const sites = await client.get("/api/v1/topology/sites", z.array(Named));
  const siteId = sites.find(({ name }) => name === DATA_CENTRE.name)?.id ?? null;
  // Every address of 127.0.0.0/8 is this machine's and answers: a few more than the demo has devices are new ones.
  const base = DATA_CENTRE_SUBNET.cidr.replace(/\.\d+\/\d+$/, "");
  const wanted = [
    { name: "Data centre, daily", target: `${base}.1-${base}.14`, scan_type: "ping" },
    {
      name: "Data centre services, weekly",
      target: `${base}.10-${base}.14`,
      scan_type: "basic_ports",
      interval_minutes: 10_080,
    },
  ];
  for (const schedule of wanted) {
    if (known.has(schedule.name)) continue;
    const { id } = await client.post(PATH, { ...schedule, site_id: siteId }, Named);
    await client.post(`${PATH}/${id}/run`, {}, z.unknown());
  }
}
