import { z } from "@hono/zod-openapi";
import { exactInteger, integerText } from "../exact-integer";

const totals = {
  total_hosts: exactInteger,
  used: exactInteger,
  free: exactInteger,
  utilization: z.number().openapi({ minimum: 0, maximum: 1 }),
  total_hosts_text: integerText,
  used_text: integerText,
  free_text: integerText,
};

export const AddressTotals = z.object(totals).openapi("AddressTotals");
export type AddressTotals = z.infer<typeof AddressTotals>;

export const IpamSummary = z
  .object({
    subnet_count: z.int(),
    ...totals,
    conflict_count: z.int(),
    dhcp_lease_count: z.int().openapi({ description: "of the last imports, also those that are not active" }),
    reservation_count: z
      .int()
      .openapi({ description: "also those that have expired and still stand in the list" }),
    ipv4: AddressTotals,
    ipv6: AddressTotals,
  })
  .openapi("IpamSummary");
export type IpamSummary = z.infer<typeof IpamSummary>;
