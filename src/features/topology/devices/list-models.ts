import { z } from "@hono/zod-openapi";
import { filterText, ipAddress, macAddress } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { STATUSES } from "./models";

export const SORTS = ["hostname", "name", "ip_address", "updated_at", "id"] as const;
export type Sort = (typeof SORTS)[number];

/** A sort, and `-` before it for the other direction. */
const DIRECTED = [...SORTS, ...SORTS.map((sort) => `-${sort}` as const)];

/** All that are given must hold. */
const filters = {
  search: filterText.optional().openapi({
    description:
      "a name or part of one, an IP address, a network (CIDR), a MAC address in any form; also in vendor, OS, tags, notes",
    example: "10.0.0.0/24",
  }),
  name: filterText.optional().openapi({ description: "the whole display name or host name, in any case" }),
  ip_address: ipAddress().optional().openapi({ description: "any of the device's addresses" }),
  mac_address: macAddress()
    .optional()
    .openapi({ description: "in any form: of the device or of one of its interfaces" }),
  tag: filterText.optional(),
  type: filterText.optional().openapi({ description: "device type, in any case" }),
  site: filterText.optional().openapi({ description: "site's id or name; `none`: devices without a site" }),
  group: filterText
    .optional()
    .openapi({ description: "group's id or name; `none`: devices without a group" }),
  status: z.enum(STATUSES).optional(),
  vendor: filterText.optional().openapi({ description: "part of the vendor's name, in any case" }),
};

export const DeviceFilter = z.object(filters).openapi("DeviceFilter");
export type DeviceFilter = z.output<typeof DeviceFilter>;

export const DeviceListQuery = z.object({
  ...filters,
  sort: z
    .enum(DIRECTED)
    .default("hostname")
    .openapi({
      description:
        "names in natural order (sw2 before sw10), addresses as numbers; `-` before it: the other way round. " +
        "To walk pages while devices are renamed, sort by `id`",
    }),
  ...pagingFields,
});
export type DeviceListQuery = z.output<typeof DeviceListQuery>;
