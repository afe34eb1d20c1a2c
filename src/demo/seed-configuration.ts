import { z } from "zod";
import type { DemoClient } from "./client";

/** YAML as a pipeline would send it from a repository: what is there already stays as it is but for these fields. */
export const BUNDLE = `version: 1
sites:
  - name: berlin
    address: "Invalidenstr. 1\\n10115 Berlin"
    description: Head office
  - name: hamburg
    address: "Am Sandtorkai 1\\n20457 Hamburg"
  - name: munich
    address: "Arnulfstr. 1\\n80335 Munich"
  - name: vienna
    address: "Wiedner Guertel 1\\n1100 Vienna"
roles:
  - name: Helpdesk
    permissions:
      - tools_passive
`;

/** A first apply for the history, and something that drift is told from; nothing where one was applied already. */
export async function seedConfiguration(client: DemoClient): Promise<void> {
  const applied = await client.get("/api/v1/configuration/applies?limit=1", z.array(z.unknown()));
  if (applied.length > 0) return;
  const body = { bundle: BUNDLE, format: "yaml" };
  await client.post("/api/v1/configuration/apply?note=network.git%204be1c7a", body, z.unknown());
}
