import { z } from "@hono/zod-openapi";
import { integer, ipAddress } from "#platform/http/fields";
import { exactInteger, integerText } from "../exact-integer";

/** In order of precedence: an address that is several things is the first of them. */
export const ADDRESS_KINDS = [
  "network",
  "broadcast",
  "gateway",
  "device",
  "dhcp",
  "reserved",
  "free",
] as const;
export type AddressKind = (typeof ADDRESS_KINDS)[number];

const text = z.string().nullable();

const description = {
  kind: z.enum(ADDRESS_KINDS),
  label: text,
  display_name: text,
  mac_address: text,
  vendor: text,
  dhcp_range: z.boolean().openapi({ description: "inside a DHCP range" }),
};

export const IpAddressEntry = z
  .object({ ip: z.string().openapi({ example: "192.0.2.10" }), ...description })
  .openapi("IpAddressEntry");
export type IpAddressEntry = z.infer<typeof IpAddressEntry>;

export const AddressRangeQuery = z.object({
  from: ipAddress()
    .optional()
    .openapi({ description: "where the page begins; absent: at the first address" }),
  limit: integer({ min: 1, max: 1000 }).default(256).openapi({ description: "rows of a page" }),
});
export type AddressRangeQuery = z.output<typeof AddressRangeQuery>;

export const AddressRange = z
  .object({
    first: z.string().openapi({ example: "192.0.2.7" }),
    last: z.string().openapi({ example: "192.0.2.19" }),
    count: exactInteger.openapi({ description: "1, or the length of a stretch of free addresses" }),
    count_text: integerText,
    ...description,
  })
  .openapi("AddressRange");

export const AddressRangePage = z
  .object({
    ranges: z.array(AddressRange),
    next: z
      .string()
      .nullable()
      .openapi({ description: "`from` of the next page; null: this is the last one" }),
  })
  .openapi("AddressRangePage");
export type AddressRangePage = z.infer<typeof AddressRangePage>;
