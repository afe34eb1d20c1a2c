import { z } from "@hono/zod-openapi";
import { integer } from "#platform/http/fields";
import { PortTargetOut } from "../checks/models";

/** One look at so many devices ends in time even where all of their firewalls drop what they do not let through. */
const MAX_DEVICES = 50;

export const CheckSuggestionRequest = z
  .object({
    device_ids: z
      .array(integer())
      .min(1)
      .max(MAX_DEVICES)
      .transform((ids) => [...new Set(ids)])
      .openapi({ type: "array", items: { type: "integer" }, minItems: 1, maxItems: MAX_DEVICES }),
  })
  .openapi("CheckSuggestionRequest");
export type CheckSuggestionRequest = z.output<typeof CheckSuggestionRequest>;

const SuggestedCheck = PortTargetOut.omit({
  id: true,
  device_id: true,
  scope: true,
  created_at: true,
  updated_at: true,
  covers: true,
  targets: true,
  last_result: true,
}).openapi("SuggestedCheck", {
  description:
    "as `POST /monitoring/service-checks` takes it with a `device_id`, and its `/bulk` as `check` of many devices",
});

const CheckSuggestion = z
  .object({
    check: SuggestedCheck,
    response_time_ms: z.number().nullable(),
    status_code: z.int().nullable().openapi({ description: "of http and https" }),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .openapi({ description: "what else the answer said", example: { banner: "SSH-2.0-OpenSSH_9.9" } }),
    existing_check_id: z.int().nullable().openapi({
      description:
        "a check of the same kind and port that the device has already: its own, or one of many devices",
    }),
  })
  .openapi("CheckSuggestion", { description: "a check that succeeded just now" });
export type CheckSuggestion = z.output<typeof CheckSuggestion>;

const DeviceSuggestions = z
  .object({
    device_id: z.int(),
    name: z.string(),
    address: z.string().nullable(),
    status: z.enum(["asked", "silent", "not_asked", "out_of_time"]).openapi({
      description:
        "`silent`: the device does not answer at all, and no service was looked for; `out_of_time`: some services were not looked for",
    }),
    reason: z.string().nullable().openapi({ description: "why it was not asked, or not for everything" }),
    suggestions: z.array(CheckSuggestion),
  })
  .openapi("DeviceCheckSuggestions");
export type DeviceSuggestions = z.output<typeof DeviceSuggestions>;

export const CheckSuggestions = z
  .object({
    devices: z.array(DeviceSuggestions).openapi({ description: "by name" }),
    unknown_device_ids: z.array(z.int()).openapi({ description: "ids that no device has" }),
  })
  .openapi("CheckSuggestions");
export type CheckSuggestions = z.output<typeof CheckSuggestions>;
