import { findJsonFault } from "#platform/http/json-scan";
import { z } from "zod";
import { hardwareAddressOfDuid } from "./duid";
import { KEA_ASSIGNED, KEA_INFINITE } from "./kea-csv";
import {
  createLeaseCollector,
  isInForce,
  shown,
  type LeaseCollector,
  type LeaseFile,
  type LeaseList,
} from "./lease";
import { fromEpochSeconds, fromYearFirst } from "./lease-time";

/** A lease of a JSON answer; `line` is its place in the list, from 1. */
type JsonRow = { line: number; cell: (...names: string[]) => string };
type AddRow = (leases: LeaseCollector, row: JsonRow, file: LeaseFile) => void;

const JsonObject = z.record(z.string(), z.unknown());
const JsonList = z.array(z.unknown());

/**
 * Reads an answer of Kea's commands `lease4-get-all` and `lease6-get-all`, from the control agent (a list) or a socket.
 */
export function parseKeaJson(file: LeaseFile): LeaseList {
  return readJsonRows(file, addKeaRow);
}

/**
 * Reads the lists of leases of OPNsense (ISC, Kea and dnsmasq pages of its API) and of pfSense's REST API. Times as
 * text are the firewall's own, of which the file says no zone.
 */
export function parseOpnsenseJson(file: LeaseFile): LeaseList {
  return readJsonRows(file, addFirewallRow);
}

/** The leases of the lists in a JSON text, in their order. */
export function readJsonRows(file: LeaseFile, add: AddRow): LeaseList {
  const leases = createLeaseCollector();
  const text = file.text.replace(/^\uFEFF/, "");
  // Looked for in the text: millions of small objects take gigabytes.
  if (findJsonFault(text)?.reason === "items") {
    leases.overflow();
    return leases.result();
  }
  const lists = leaseListsOf(fromJson(text));
  if (lists.length === 0) leases.refuse(0, "There is no list of leases in the JSON");
  for (const [index, value] of lists.flat().entries()) {
    const fields = JsonObject.safeParse(value);
    if (fields.success) add(leases, rowOf(index + 1, fields.data), file);
    else leases.refuse(index + 1, "The entry is not an object");
  }
  return leases.result();
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const LIST_FIELDS = ["leases", "rows", "data"];

/** The lists in an answer: itself, or in its fields, Kea's `arguments` and each answer of a list of them included. */
function leaseListsOf(value: unknown): unknown[][] {
  const list = JsonList.safeParse(value);
  if (list.success) {
    const inner = list.data.filter(isAnswer).flatMap(leaseListsOf);
    return inner.length > 0 ? inner : [list.data];
  }
  const fields = JsonObject.safeParse(value);
  if (!fields.success) return [];
  if ("arguments" in fields.data) return leaseListsOf(JsonObject.safeParse(fields.data["arguments"]).data);
  const name = LIST_FIELDS.find((candidate) => Array.isArray(fields.data[candidate]));
  return name === undefined ? [] : [JsonList.parse(fields.data[name])];
}

function isAnswer(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("arguments" in value || "result" in value);
}

function rowOf(line: number, fields: Record<string, unknown>): JsonRow {
  const cell = (...names: string[]) => {
    const value = names
      .map((name) => fields[name])
      .find((one) => one !== undefined && one !== null && one !== "");
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? String(value).trim()
      : "";
  };
  return { line, cell };
}

function addKeaRow(leases: LeaseCollector, { line, cell }: JsonRow, file: LeaseFile): void {
  if (cell("type") === "IA_PD") {
    leases.skip();
    return;
  }
  const lifetime = Number(cell("valid-lft") || "NaN");
  const expiresAt =
    lifetime === KEA_INFINITE ? null : fromEpochSeconds(Number(cell("cltt") || "NaN") + lifetime);
  if (expiresAt === undefined) {
    leases.refuse(line, `The lease of ${shown(cell("ip-address"))} has no cltt and valid-lft`);
    return;
  }
  const isActive = (cell("state") || KEA_ASSIGNED) === KEA_ASSIGNED;
  const duid = cell("duid");
  leases.add(line, {
    address: cell("ip-address"),
    hardwareAddress: cell("hw-address") || hardwareAddressOfDuid(duid),
    clientId: (duid || cell("client-id")).toLowerCase() || null,
    hostname: cell("hostname").replace(/\.$/, "") || null,
    expiresAt,
    isActive: isInForce({ isActive, expiresAt }, file),
  });
}

const ASSIGNED = new Set(["", KEA_ASSIGNED, "active", "static", "reserved", "bound", "online"]);

function addFirewallRow(leases: LeaseCollector, { line, cell }: JsonRow, file: LeaseFile): void {
  const end = cell("ends", "end", "expire");
  const isEndless = ["", "0", "never", "n/a"].includes(end.toLowerCase());
  const expiresAt = isEndless ? null : (fromEpochSeconds(end) ?? fromYearFirst(end, file.utcOffsetMinutes));
  if (expiresAt === undefined) {
    leases.refuse(line, `The end ${shown(end)} is no time`);
    return;
  }
  const clientId = cell("duid", "client_id", "uid");
  const isActive = ASSIGNED.has(cell("state", "binding", "active_status", "act").toLowerCase());
  leases.add(line, {
    address: cell("address", "ip", "ip_address"),
    hardwareAddress: cell("hwaddr", "mac", "mac_address") || hardwareAddressOfDuid(clientId),
    clientId: clientId.toLowerCase() || null,
    hostname: cell("hostname", "client-hostname") || null,
    expiresAt,
    isActive: isInForce({ isActive, expiresAt }, file),
  });
}
