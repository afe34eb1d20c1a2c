import { z } from "@hono/zod-openapi";
import { DeviceFilter } from "#features/topology";
import { integer } from "#platform/http/fields";
import { ServiceCheckDefinition } from "./models";

const MAX_IDS = 1000;

const deviceIds = z
  .array(integer())
  .min(1)
  .max(MAX_IDS)
  .transform((ids) => [...new Set(ids)])
  .openapi({ type: "array", items: { type: "integer" }, minItems: 1, maxItems: MAX_IDS });

const ONE_CHOICE = "Name the devices either by device_ids or by a filter";
const NO_FILTER = "Name at least one filter; a check without a device is one of every device";

export const ServiceCheckBulkRequest = z
  .object({
    device_ids: deviceIds.optional(),
    filter: DeviceFilter.optional().openapi({ description: "the devices that the device list shows by it" }),
    check: ServiceCheckDefinition,
  })
  .superRefine(({ device_ids: ids, filter }, context) => {
    if ((ids === undefined) === (filter === undefined)) {
      context.addIssue({ code: "custom", message: ONE_CHOICE });
    } else if (filter !== undefined && Object.values(filter).every((text) => text.trim() === "")) {
      context.addIssue({ code: "custom", path: ["filter"], message: NO_FILTER });
    }
  })
  .openapi("ServiceCheckBulkRequest");
export type ServiceCheckBulkRequest = z.output<typeof ServiceCheckBulkRequest>;

export const ServiceCheckBulkResult = z
  .object({
    created: z.int(),
    check_ids: z.array(z.int()).openapi({ description: "of the new checks, by device" }),
    existing: z.int().openapi({ description: "devices on which the same is checked already" }),
    existing_checks: z
      .array(z.object({ device_id: z.int(), check_id: z.int() }))
      .openapi({ description: "by which check: the device's own, or one of every device" }),
    unknown_device_ids: z.array(z.int()).openapi({ description: "ids that no device has" }),
  })
  .openapi("ServiceCheckBulkResult");
export type ServiceCheckBulkResult = z.infer<typeof ServiceCheckBulkResult>;
