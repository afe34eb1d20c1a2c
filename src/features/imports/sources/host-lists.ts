import { canonicalAddress } from "#platform/ip";
import type { Fields } from "../kinds";
import { readTextFile } from "../read/text-files";
import { textOf, withFields, type Refined, type Source } from "./source";

/** A column of addresses that may hold names, too. */
function refineHost(fields: Fields): Refined {
  const address = textOf(fields, "ip_address")?.split(/[\s,;]+/)[0];
  const isAddress = address !== undefined && canonicalAddress(address) !== undefined;
  const hostname = textOf(fields, "hostname");
  return {
    fields: withFields(fields, {
      ip_address: isAddress ? address : undefined,
      hostname: isAddress || address === undefined ? hostname : address,
      display_name:
        textOf(fields, "display_name") ?? (isAddress || address === undefined ? undefined : hostname),
    }),
  };
}

const hosts = (
  name: string,
  fields: Readonly<Record<string, readonly string[]>>,
  needs: readonly string[][],
) => ({
  name,
  kind: "device" as const,
  needs,
  fields,
  silent: /^(hostid|host_id|id|status|availability|items|triggers|graphs|discovery|web|interface|object_id)$/,
  refine: refineHost,
});

/** Nagios and its like: the directives of a host object, one a column. */
export const NAGIOS: Source = {
  name: "nagios",
  title: "Nagios, Icinga or Checkmk (host list)",
  about:
    "A CSV file of hosts whose columns are called as the directives of a host object: `host_name`, `alias`, `address`, `hostgroups`.",
  endings: [".csv"],
  read: readTextFile,
  tables: [
    hosts(
      "hosts",
      {
        hostname: ["host_name", "hostname", "name", "host"],
        display_name: ["display_name", "alias"],
        ip_address: ["address", "ip_address", "ipaddress", "ip"],
        tags: ["hostgroups", "host_groups", "hostgroup", "tags"],
        site: ["site", "location"],
        notes: ["notes", "comment"],
        device_type: ["device_type", "_type"],
      },
      [["host_name", "hostname", "name", "host"]],
    ),
  ],
};

/** Zabbix: its list of hosts, as its API and its pages name the columns. */
export const ZABBIX: Source = {
  name: "zabbix",
  title: "Zabbix (host list)",
  about:
    "A CSV file of hosts with the columns of Zabbix's list or API: `host`, `name`, `ip` or `dns`, `groups`, `templates`, `inventory`. A JSON " +
    "list of hosts from `host.get` does as well.",
  endings: [".csv", ".json"],
  read: readTextFile,
  tables: [
    hosts(
      "hosts",
      {
        hostname: ["host", "hostname", "technical_name", "name"],
        display_name: ["visible_name", "name"],
        ip_address: ["ip", "interfaces.0.ip", "agent_ip", "ip_address", "address", "dns", "interfaces.0.dns"],
        tags: ["groups", "host_groups", "hostgroups"],
        site: ["location", "inventory.location", "site"],
        notes: ["description", "notes"],
        os: ["os", "inventory.os"],
        vendor: ["vendor", "inventory.vendor"],
        serial_number: ["serial_number", "inventory.serialno_a", "serialno_a"],
        device_type: ["device_type", "inventory.type"],
        mac_address: ["mac_address", "inventory.macaddress_a"],
        "custom_attributes.templates": ["templates", "parenttemplates"],
      },
      [["host", "hostname", "technical_name", "name"]],
    ),
  ],
};
