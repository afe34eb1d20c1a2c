import { z } from "@hono/zod-openapi";
import { ipAddress } from "#platform/http/fields";

/** A host as people write one: a name or an address. What it means is found out, and judged, when it is asked. */
export const host = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .openapi({ example: "192.0.2.10", description: "a name or an IP address" });

export const durationMs = z.int().openapi({ description: "whole milliseconds" });

export const milliseconds = z.number().nullable().openapi({ example: 1.207 });

/** The address that a name stood for when it was asked; that one alone was sent to. */
export const resolvedAddress = z.string().openapi({
  example: "192.0.2.10",
  description: "the address of the host; nothing was sent to any other",
});

/** The name server that is asked in place of the system's. */
export const nameServer = ipAddress()
  .nullable()
  .default(null)
  .openapi({
    type: ["string", "null"],
    description:
      "address of the name server to ask; null: those of the system. Needs the permission `tools_active` as well",
  });

/** By which whoever asked may keep the answer. */
export const resultId = z
  .int()
  .nullable()
  .openapi({
    description:
      "for a quarter of an hour, to keep the result on a device (`POST /topology/devices/{device_id}/tool-results`); " +
      "null: it is too long to be kept",
  });
