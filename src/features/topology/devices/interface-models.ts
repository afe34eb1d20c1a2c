import { z } from "@hono/zod-openapi";
import { macAddressOrNull, optionalText } from "#platform/http/fields";
import { address } from "./fields";

export const MAX_INTERFACES = 512;
export const MAX_ADDRESSES = 64;

const addressList = z
  .array(address)
  .max(MAX_ADDRESSES)
  .transform((given) => [...new Set(given.filter((text) => text !== null))])
  .openapi({ type: "array", items: { type: "string", maxLength: 64 }, maxItems: MAX_ADDRESSES });

const DeviceInterfaceWrite = z
  .object({
    name: z
      .string()
      .max(120)
      .transform((text) => text.trim())
      .refine((text) => text !== "", "Interface name is required")
      .openapi({ type: "string", minLength: 1, maxLength: 120, example: "ge-0/0/1" }),
    mac_address: macAddressOrNull().default(null),
    description: optionalText(255).default(null),
    ip_addresses: addressList.default([]),
  })
  .openapi("DeviceInterfaceWrite");
export type DeviceInterfaceWrite = z.output<typeof DeviceInterfaceWrite>;

/** All interfaces of a device; those with a name that it had before stay what they are. */
export const interfaceList = z
  .array(DeviceInterfaceWrite)
  .max(MAX_INTERFACES)
  .superRefine((interfaces, context) => {
    const seen = new Set<string>();
    for (const [index, { name }] of interfaces.entries()) {
      if (seen.has(name.toLowerCase())) {
        const message = `Interface '${name}' is listed twice`;
        context.addIssue({ code: "custom", path: [index, "name"], message });
      }
      seen.add(name.toLowerCase());
    }
  });

/** Addresses of which it is not said at which interface they are. */
export const additionalAddresses = addressList.openapi({
  description: "addresses beside `ip_address` that belong to no named interface",
});

export const DeviceInterface = z
  .object({
    id: z.int(),
    name: z.string(),
    mac_address: z.string().nullable(),
    description: z.string().nullable(),
    ip_addresses: z.array(z.string()),
  })
  .openapi("DeviceInterface");
export type DeviceInterface = z.infer<typeof DeviceInterface>;
