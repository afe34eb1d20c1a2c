import { readTextFile } from "../read/text-files";
import { textOf, withFields, type Source } from "./source";

/** Subnets and reservations as people keep them in a spreadsheet. */
export const PLAIN_CSV: Source = {
  name: "csv",
  title: "Spreadsheet (CSV)",
  about:
    "A CSV file of subnets with a column `cidr` (also `subnet`, `network`, `prefix`), or one of reservations with a column " +
    "`ip_address` (also `ip`, `address`). The first row names the columns.",
  endings: [".csv", ".tsv", ".txt", ".json"],
  read: readTextFile,
  tables: [
    {
      name: "subnets",
      kind: "subnet",
      needs: [["cidr", "subnet", "network", "prefix"]],
      fields: {
        cidr: ["cidr", "subnet", "network", "prefix"],
        name: ["name", "label", "title"],
        description: ["description"],
        notes: ["notes", "note", "comments", "comment"],
        vlan_id: ["vlan_id", "vlan", "vid"],
        site: ["site", "location"],
        gateway: ["gateway", "router", "default_gateway"],
        dhcp_start: ["dhcp_start"],
        dhcp_end: ["dhcp_end"],
        dns_servers: ["dns_servers", "dns", "nameservers"],
        is_pool: ["is_pool"],
      },
      silent: /^(id|created_at|updated_at)$/,
      refine: (fields) => ({
        fields: withFields(fields, { name: textOf(fields, "name") ?? textOf(fields, "cidr") }),
      }),
    },
    {
      name: "reservations",
      kind: "reservation",
      needs: [["ip_address", "ip", "address"]],
      fields: {
        ip_address: ["ip_address", "ip", "address"],
        label: ["label", "name", "hostname", "host", "description"],
        mac_address: ["mac_address", "mac"],
        notes: ["notes", "note", "comments", "comment"],
        expires_at: ["expires_at", "expires"],
      },
      silent: /^(id|subnet_id|created_at|updated_at|state)$/,
      refine: (fields) => ({
        fields: withFields(fields, { label: textOf(fields, "label") ?? textOf(fields, "ip_address") }),
      }),
    },
  ],
};
