import { z } from "@hono/zod-openapi";
import { ipAddress, macAddress, optionalText } from "#platform/http/fields";
import { canonicalAddress } from "#platform/ip";
import { parsePrefix } from "./prefix";

/**
 * Text as it was sent, null where it is blank. It has no length of its own: what a request may hold is the limit.
 */
export const freeText = optionalText(16_384);

/** Of a list of addresses: what it is asked for. */
export const addressFilters = {
  ip_address: ipAddress().optional(),
  mac_address: macAddress().optional().openapi({ description: "in any form" }),
};

/** A CIDR as it was sent, trimmed; host bits and spelling are left to whoever stores it. */
export const cidrText = z
  .string()
  .min(1)
  .max(50)
  .transform((text, context) => {
    const trimmed = text.trim();
    if (parsePrefix(trimmed) !== undefined) return trimmed;
    context.addIssue({ code: "custom", message: `Invalid CIDR: ${text}`, params: { type: "value_error" } });
    return z.NEVER;
  })
  .openapi({ type: "string", minLength: 1, maxLength: 50, example: "192.0.2.0/24" });

/** An address in canonical text, refused with the words that clients know of reservations. */
export const reservedAddress = z
  .string()
  .min(1)
  .max(64)
  .transform((text, context) => {
    const address = canonicalAddress(text);
    if (address !== undefined) return address;
    const message = `Invalid IP address: ${text}`;
    context.addIssue({ code: "custom", message, params: { type: "value_error" } });
    return z.NEVER;
  })
  .openapi({ type: "string", minLength: 1, maxLength: 64, example: "192.0.2.10" });

/** An address or nothing; blank is nothing. */
export const optionalAddress = optionalText(64)
  .transform((text, context) => {
    if (text === null) return null;
    const address = canonicalAddress(text);
    if (address !== undefined) return address;
    const message = `'${text}' does not appear to be an IPv4 or IPv6 address`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  })
  .openapi({ type: ["string", "null"], maxLength: 64, example: "192.0.2.1" });
