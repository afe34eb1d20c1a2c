import { z } from "zod";
import type { DemoClient } from "./client";
import { DATA_CENTRE_DEVICES } from "./data-centre";

const Device = z.looseObject({ id: z.int(), ip_address: z.string() });
const Answer = z.looseObject({ result_id: z.int().nullable() });
const DEVICES = 2;

/** Answers of tools that somebody has kept on devices of the data centre. What is there already stays. */
export async function seedToolResults(client: DemoClient): Promise<void> {
  const addresses = new Set(DATA_CENTRE_DEVICES.slice(0, DEVICES).map((device) => device.ip_address));
  const devices = await client.get("/api/v1/topology/devices", z.array(Device));
  for (const { id, ip_address: host } of devices.filter((device) => addresses.has(device.ip_address))) {
    const path = `/api/v1/topology/devices/${id}/tool-results`;
    if ((await client.get(path, z.array(z.unknown()))).length > 0) continue;
    const asked: readonly (readonly [tool: string, body: object])[] = [
      ["ping", { host }],
      ["port-check", { host, ports: [22, 80, 443] }],
      ["traceroute", { host }],
    ];
    for (const [tool, body] of asked) {
      const { result_id: resultId } = await client.post(`/api/v1/tools/${tool}`, body, Answer);
      if (resultId !== null) await client.post(path, { result_id: resultId }, z.unknown());
    }
  }
}
