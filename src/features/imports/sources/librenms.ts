import { canonicalAddress } from "#platform/ip";
import type { Fields } from "../kinds";
import type { Cell } from "../read/table";
import { readTextFile } from "../read/text-files";
import { textOf, withFields, type Refined, type Source } from "./source";

function refineDevice(fields: Fields, { cells }: { cells: ReadonlyMap<string, Cell> }): Refined {
  const hostname = textOf(fields, "hostname");
  const sysName = cells.get("sysname");
  const address = hostname === undefined ? undefined : canonicalAddress(hostname);
  // A device that was added by its address is called by what it calls itself.
  const name = address === undefined ? hostname : typeof sysName === "string" ? sysName : undefined;
  const isOff = ["1", "true"].includes(String(cells.get("disabled") ?? "0"));
  const isIgnored = ["1", "true"].includes(String(cells.get("ignore") ?? "0"));
  return {
    fields: withFields(fields, {
      hostname: name?.replace(/\.$/, ""),
      ip_address: textOf(fields, "ip_address") ?? address,
      os: [textOf(fields, "os"), cells.get("version")].flatMap((part) => part ?? []).join(" ") || undefined,
      monitoring_paused: isOff || isIgnored ? "true" : undefined,
    }),
  };
}

const SILENT =
  /^(device_id|inserted|sysname|sysobjectid|version|disabled|ignore|disable_notify|bgplocalas|authlevel|authname|authpass|authalgo|cryptoalgo|cryptopass|community|snmpver|port|transport|timeout|retries|snmp_disable|snmp_max_repeaters|snmp_max_oid|status|status_reason|icon|poller_group|override_sysLocation|override_syslocation|port_association_mode|max_depth|last_.*|agent_uptime|uptime|location_id|lat|lng|dependency_parent_id|dependency_parent_hostname|overwrite_ip|fixed_disabled|icon.*|ignore_status|mtu_status|failed_.*|ip|dynamic_.*)$/;

/** LibreNMS (docs.librenms.org, API: `list_devices`). */
export const LIBRENMS: Source = {
  name: "librenms",
  title: "LibreNMS",
  about:
    "What its API answers to `GET /api/v0/devices`, as a JSON file, or a CSV file with the same columns. Communities and passwords do not " +
    "come along: make an SNMP profile of them.",
  endings: [".json", ".csv"],
  read: readTextFile,
  tables: [
    {
      name: "devices",
      kind: "device",
      names: /^devices?$/,
      needs: [["hostname"], ["sysname", "os", "hardware"]],
      fields: {
        hostname: ["hostname"],
        display_name: ["display"],
        ip_address: ["ip", "overwrite_ip"],
        os: ["os"],
        serial_number: ["serial"],
        device_type: ["type"],
        site: ["location"],
        notes: ["notes", "purpose"],
        "custom_attributes.hardware": ["hardware"],
        "custom_attributes.contact": ["syscontact"],
        "custom_attributes.system": ["sysdescr"],
      },
      silent: SILENT,
      refine: refineDevice,
    },
  ],
};
