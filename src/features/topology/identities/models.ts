import { z } from "@hono/zod-openapi";
import { timestamp } from "#platform/http/fields";
import { IDENTITY_KINDS } from "../tables";

export const DeviceIdentity = z
  .object({
    kind: z.enum(IDENTITY_KINDS),
    value: z.string().openapi({ example: "80:00:1f:88:80:5e:2a:11:c3" }),
    source: z.string().openapi({
      description:
        "who saw it: `scan`, `neighbours`, `enrichment` by SNMP; `merge`: a device that was merged into this one had it",
    }),
    first_seen_at: timestamp,
    last_seen_at: timestamp,
    shared_with: z.array(z.object({ id: z.int(), name: z.string() })).openapi({
      description:
        "devices that show the same at this time: while there are any, the key tells nobody. Either they are one machine, which a merge says, or it was cloned",
    }),
  })
  .openapi("DeviceIdentity");
export type DeviceIdentity = z.infer<typeof DeviceIdentity>;
