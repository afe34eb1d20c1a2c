import { cut } from "../cut";
import type { Fields } from "../kinds";
import { readTextFile } from "../read/text-files";
import { textOf, withFields, type Refined, type Source } from "./source";

/** NetBox's words for a device's status (docs, `dcim.choices.DeviceStatusChoices`) in ours. */
const LIFECYCLES: Readonly<Record<string, string>> = {
  planned: "planned",
  staged: "planned",
  inventory: "planned",
  active: "active",
  offline: "active",
  failed: "active",
  decommissioning: "retired",
};

/** `Users (10)`, as a table of NetBox writes a VLAN. */
function vlanOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (/\((\d{1,4})\)\s*$/.exec(text)?.[1] ?? text);
}

const MAX_NAME = 120;

function shortText(fields: Fields, name: string): string | undefined {
  const text = textOf(fields, name);
  return text === undefined ? undefined : cut(text, MAX_NAME);
}

function refinePrefix(fields: Fields): Refined {
  const name = shortText(fields, "name") ?? textOf(fields, "cidr");
  return { fields: withFields(fields, { name, vlan_id: vlanOf(textOf(fields, "vlan_id")) }) };
}

function refineDevice(fields: Fields): Refined {
  const status = textOf(fields, "lifecycle")?.toLowerCase();
  return { fields: withFields(fields, { lifecycle: status && LIFECYCLES[status] }) };
}

type Address = { address: string | undefined; device: string | undefined; name: string | undefined };

/** An address of an interface goes to it; one of nothing is reserved. */
function refineAddress(fields: Fields, { cells }: { cells: ReadonlyMap<string, unknown> }): Refined {
  const { address, device, name }: Address = {
    address: textOf(fields, "ip_address"),
    device: cellText(cells, ["assigned_object.device.name", "device", "parent"]),
    name: cellText(cells, ["assigned_object.name", "interface", "assigned_object"]),
  };
  if (device === undefined || name === undefined || address === undefined) {
    if (
      cells.get("assigned_object_type") !== undefined &&
      cells.get("assigned_object.device.name") === undefined
    )
      return { reason: "addresses of virtual machines and redundancy groups are not taken over" };
    return { fields: withFields(fields, { label: shortText(fields, "label") ?? address }) };
  }
  return {
    kind: "interface",
    fields: { device, name, ip_addresses: [address] },
    left: ["label", "notes"],
  };
}

function cellText(cells: ReadonlyMap<string, unknown>, columns: readonly string[]): string | undefined {
  const found = columns.map((column) => cells.get(column)).find((cell) => typeof cell === "string");
  return typeof found === "string" ? found : undefined;
}

/** Numbers, links and counts of NetBox's own, its spellings of what another column says, and times. */
const SILENT =
  /(^|\.)(id|url|display|display_url|slug|_depth|_occupied|natural_slug|cable_end|family|object_type|object_id|scope_id|scope_type|assigned_object_id|assigned_object_type|family\.value|created|last_updated|color|cable|mark_connected|mark_utilized|mark_populated|enabled|link_peers_type|connected_endpoints_type|connected_endpoints_reachable)$|_count$|^prefix_flat$|^depth$|^children$|^assigned$|(status|type|family|face|airflow|role)\.label$/;

const name = (column: string) => [`${column}.name`, column];

/** NetBox (docs.netbox.dev): exports of its lists as CSV, or answers of its API as JSON. */
export const NETBOX: Source = {
  name: "netbox",
  title: "NetBox",
  about:
    "Exports of NetBox's lists as CSV (Export, All data), or what its API answers, as JSON (`/api/dcim/devices/?limit=0`): sites, " +
    "locations, VLANs, prefixes, IP addresses, devices, interfaces, cables. One file each, or a JSON object with a list of each " +
    "name. Choose all files together.",
  endings: [".csv", ".json"],
  read: readTextFile,
  tables: [
    {
      name: "cables",
      kind: "link",
      names: /^(dcim_|netbox_)?cables?$/,
      needs: [
        ["a_terminations", "a_terminations.0.object_id", "side_a_device", "device_a", "termination_a"],
        ["b_terminations", "b_terminations.0.object_id", "side_b_device", "device_b", "termination_b"],
      ],
      fields: {
        source_device: ["a_terminations.0.object.device.name", "side_a_device", "device_a"],
        source_interface: ["a_terminations.0.object.name", "side_a_name", "termination_a"],
        target_device: ["b_terminations.0.object.device.name", "side_b_device", "device_b"],
        target_interface: ["b_terminations.0.object.name", "side_b_name", "termination_b"],
        notes: ["description", "label", "comments"],
      },
      silent: new RegExp(`${SILENT.source}|^(a|b)_terminations(\\.0\\.|$)|^side_(a|b)_type$`),
      refine: (fields) =>
        textOf(fields, "source_device") === undefined || textOf(fields, "target_device") === undefined
          ? { reason: "an end of it is no interface of a device" }
          : { fields },
    },
    {
      name: "ip_addresses",
      kind: "reservation",
      names: /^(ipam_|netbox_)?ip_?address(es)?$/,
      needs: [
        ["address", "ip_address"],
        ["family", "assigned_object", "assigned", "dns_name", "nat_inside", "vrf"],
      ],
      fields: {
        ip_address: ["address", "ip_address"],
        label: ["dns_name", "description"],
        notes: ["comments", "description"],
      },
      silent: new RegExp(`${SILENT.source}|^assigned_object(\\.|$)|^(interface|device|parent)$|^is_primary$`),
      refine: refineAddress,
    },
    {
      name: "vlans",
      kind: "group",
      names: /^(ipam_|netbox_)?vlans?$/,
      needs: [["vid"], ["name"]],
      fields: {
        name: ["name"],
        vlan_id: ["vid"],
        site: [...name("site"), ...name("scope")],
        description: ["description", "comments"],
      },
      silent: SILENT,
    },
    {
      name: "prefixes",
      kind: "subnet",
      names: /^(ipam_|netbox_)?prefix(es)?$/,
      needs: [["prefix"]],
      fields: {
        cidr: ["prefix"],
        name: ["description", "vlan.name"],
        description: ["description"],
        notes: ["comments"],
        vlan_id: ["vlan.vid", "vlan"],
        site: [...name("site"), ...name("scope")],
        is_pool: ["is_pool", "pool"],
      },
      silent: new RegExp(`${SILENT.source}|^vlan\\.`),
      refine: refinePrefix,
    },
    {
      name: "interfaces",
      kind: "interface",
      names: /^(dcim_|netbox_)?(device_)?interfaces?$/,
      needs: [["device", "device.name"], ["name"], ["type", "type.value"]],
      fields: {
        device: name("device"),
        name: ["name"],
        mac_address: ["mac_address", "primary_mac_address.mac_address"],
        description: ["description", "label"],
      },
      silent: SILENT,
    },
    {
      name: "devices",
      kind: "device",
      names: /^(dcim_|netbox_)?devices?$/,
      needs: [["name"], ["device_type.model", "device_type", "type"], ["site", "site.name"]],
      fields: {
        hostname: ["name"],
        ip_address: [
          "primary_ip.address",
          "primary_ip4.address",
          "primary_ip4",
          "ip_address",
          "ipv4_address",
          "primary_ip6.address",
        ],
        vendor: ["device_type.manufacturer.name", "manufacturer"],
        os: name("platform"),
        serial_number: ["serial", "serial_number"],
        device_type: [...name("role"), ...name("device_role")],
        lifecycle: ["status.value", "status"],
        site: name("site"),
        tags: ["tags"],
        notes: ["comments", "description"],
        "custom_attributes.model": ["device_type.model", "device_type", "type"],
        "custom_attributes.rack": name("rack"),
        "custom_attributes.position": ["position"],
        "custom_attributes.asset_tag": ["asset_tag"],
      },
      silent: SILENT,
      refine: refineDevice,
    },
    {
      name: "locations",
      kind: "site",
      names: /^(dcim_|netbox_)?locations?$/,
      needs: [["name"], ["slug"], ["site", "site.name"]],
      fields: {
        name: ["name"],
        parent: [...name("parent"), ...name("site")],
        description: ["description"],
      },
      silent: SILENT,
    },
    {
      name: "sites",
      kind: "site",
      names: /^(dcim_|netbox_)?sites?$/,
      needs: [["name"], ["slug", "facility", "physical_address", "status"]],
      fields: {
        name: ["name"],
        description: ["description", "comments"],
        address: ["physical_address"],
      },
      silent: SILENT,
    },
  ],
};
