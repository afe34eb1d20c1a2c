import { recordAudit, type Actor } from "#features/audit";
import { listDevices, listSites, type DeviceRead } from "#features/topology";
import type { Db } from "#platform/database";
import { openExportFile, type ExportFile } from "../export-file";
import type { InventoryExportQuery } from "./models";
import { csvFormat, encodeRows, jsonFormat } from "../row-format";

type Context = { db: Db; actor: Actor; userId: number; now: Date };

/** Every device as a file, by host name: CSV or JSON; both may be imported again. */
export async function exportInventory(ctx: Context, query: InventoryExportQuery): Promise<ExportFile> {
  const { format, columns } = query;
  const { rows } = await listDevices(ctx, ctx.userId, { sort: "hostname" });
  const siteNames = new Map((await listSites(ctx)).rows.map(({ id, name }) => [id, name]));
  await recordAudit(ctx, { action: "export.inventory", detail: `format=${format}` });
  const cells = columns === "all" ? [...USUAL_COLUMNS, ...FURTHER_COLUMNS] : USUAL_COLUMNS;
  const rowFormat =
    format === "csv"
      ? csvFormat(cells.map(([name, cell]) => [name, (device: DeviceRead) => cell(device, siteNames)]))
      : jsonFormat<DeviceRead>((device) => device);
  return openExportFile({
    subject: "device-inventory",
    at: ctx.now,
    format: rowFormat,
    pieces: encodeRows(rowFormat, inOnePage(rows)),
  });
}

type Column = [name: string, cell: (device: DeviceRead, siteNames: ReadonlyMap<number, string>) => Cell];
type Cell = string | number | null;

const USUAL_COLUMNS: readonly Column[] = [
  ["id", (device) => device.id],
  ["hostname", (device) => device.hostname],
  ["ip_address", (device) => device.ip_address],
  ["mac_address", (device) => device.mac_address],
  ["vendor", (device) => device.vendor],
  ["device_type", (device) => device.device_type],
  ["status", (device) => device.status],
  ["icon", (device) => device.icon],
  ["color", (device) => device.color],
  ["vlan_id", (device) => device.vlan_id],
  ["subnet", (device) => device.subnet],
  ["topology_group", (device) => device.topology_group],
  ["tags", (device) => device.tags.join(", ")],
  ["notes", (device) => device.notes],
  ["created_at", (device) => device.created_at],
  ["updated_at", (device) => device.updated_at],
];

const FURTHER_COLUMNS: readonly Column[] = [
  ["display_name", (device) => device.display_name],
  ["os", (device) => device.os],
  ["serial_number", (device) => device.serial_number],
  ["lifecycle", (device) => device.lifecycle],
  ["expected_status", (device) => device.expected_status],
  ["monitoring_paused", (device) => String(device.monitoring_paused)],
  ["site", (device, siteNames) => siteNames.get(device.site_id ?? 0) ?? null],
  ["additional_addresses", (device) => device.additional_addresses.join(", ")],
  ["interfaces", ({ interfaces }) => jsonCell(interfaces.map(({ id: _id, ...rest }) => rest))],
  ["custom_attributes", (device) => jsonCell(device.custom_attributes)],
];

/** What has no fixed form stands in its cell as the API has it; nothing where there is none. */
function jsonCell(value: object): string | null {
  return Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

async function* inOnePage(devices: DeviceRead[]): AsyncGenerator<DeviceRead[]> {
  yield devices;
}
