import { setImmediate } from "node:timers/promises";
import { recordAudit, type Actor } from "#features/audit";
import { listDevices, listSites, type DeviceRead } from "#features/topology";
import { escapeControls } from "#platform/control-characters";
import { toCsv } from "#platform/csv";
import type { Db } from "#platform/database";
import { downloadName } from "#platform/http/download";
import type { InventoryExportQuery } from "./inventory-models";

type Context = { db: Db; actor: Actor; userId: number; now: Date };

export type InventoryFile = { name: string; contentType: string; content: AsyncGenerator<Uint8Array> };

/** Every device as a file, by host name: CSV or JSON; both may be imported again. */
export async function exportInventory(ctx: Context, query: InventoryExportQuery): Promise<InventoryFile> {
  const { format, columns } = query;
  const { rows } = await listDevices(ctx, ctx.userId, { sort: "hostname" });
  const siteNames = new Map((await listSites(ctx)).rows.map(({ id, name }) => [id, name]));
  await recordAudit(ctx, { action: "export.inventory", detail: `format=${format}` });
  const cells = columns === "all" ? [...CONTRACT_COLUMNS, ...FURTHER_COLUMNS] : CONTRACT_COLUMNS;
  const isCsv = format === "csv";
  return {
    name: downloadName("device-inventory", { at: ctx.now, extension: format }),
    contentType: isCsv ? "text/csv; charset=utf-8" : "application/json",
    content: isCsv ? encodeCsv(rows, cells, siteNames) : encodeJson(rows),
  };
}

type Column = [name: string, cell: (device: DeviceRead, siteNames: ReadonlyMap<number, string>) => Cell];
type Cell = string | number | null;

const CONTRACT_COLUMNS: readonly Column[] = [
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

/** Rows that are written at a time; some milliseconds of work. */
const SLICE_ROWS = 500;

async function* encodeCsv(
  devices: readonly DeviceRead[],
  columns: readonly Column[],
  siteNames: ReadonlyMap<number, string>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(toCsv([columns.map(([name]) => name)]));
  for (const slice of slices(devices)) {
    yield encoder.encode(toCsv(slice.map((device) => columns.map(([, cell]) => cell(device, siteNames)))));
    await setImmediate();
  }
}

async function* encodeJson(devices: readonly DeviceRead[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let separator = "[";
  for (const slice of slices(devices)) {
    const text = slice.map((device) => escapeControls(JSON.stringify(device))).join(",\n");
    yield encoder.encode(`${separator}${text}`);
    separator = ",\n";
    await setImmediate();
  }
  yield encoder.encode(devices.length === 0 ? "[]" : "]");
}

function* slices<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += SLICE_ROWS) yield rows.slice(start, start + SLICE_ROWS);
}
