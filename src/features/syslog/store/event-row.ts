import {
  type AnswerValue,
  BRIEF_FIELDS,
  type BriefField,
  type EventColumn,
  LIST_FIELDS,
} from "../event/columns";
import { toInstant } from "../event/instant";
import type { Row } from "../segments/duckdb";
import type { FirewallEventDetail, FirewallEventRead } from "../event/models";

/** Which columns are read of an event, `id` among them, and what becomes of a row with them and its `collector`. */
export type EventShape<Event> = { columns: readonly EventColumn[]; toEvent(row: Row): Event };

/** Reads typed fields of a row; a field of another type is a broken segment. */
class Fields {
  readonly #row: Row;

  constructor(row: Row) {
    this.#row = row;
  }

  text(name: string): string | null {
    const value = this.#row[name];
    if (typeof value === "string" || value === null) return value;
    throw unreadable(name);
  }

  number(name: string): number | null {
    const value = this.#row[name];
    if (typeof value === "number" || value === null) return value;
    throw unreadable(name);
  }

  flag(name: string): boolean {
    const value = this.#row[name];
    if (typeof value === "boolean") return value;
    if (value === null) return false;
    throw unreadable(name);
  }

  requiredText(name: string): string {
    return this.text(name) ?? fail(name);
  }

  requiredNumber(name: string): number {
    return this.number(name) ?? fail(name);
  }

  instant(name: string): string | null {
    const micros = this.number(name);
    return micros === null ? null : toInstant(micros);
  }
}

/** Of an event whose file is broken. */
export function unreadable(name: string): Error {
  return new Error(`cannot read an event: its column ${name} has an unexpected type`);
}

function fail(name: string): never {
  throw unreadable(name);
}

/** The fields that a spreadsheet of events has. */
export type BriefEvent = { [Name in BriefField]: AnswerValue<Name> };

function toBriefEvent(fields: Fields): BriefEvent {
  return {
    id: fields.requiredNumber("id"),
    received_at: toInstant(fields.requiredNumber("received_at")),
    event_time: fields.instant("event_time"),
    source_host: fields.text("source_host"),
    src_ip: fields.text("src_ip"),
    dst_ip: fields.text("dst_ip"),
    src_port: fields.number("src_port"),
    dst_port: fields.number("dst_port"),
    protocol: fields.text("protocol"),
    action: fields.text("action"),
    interface: fields.text("interface"),
    direction: fields.text("direction"),
    rule_id: fields.text("rule_id"),
    tracker_id: fields.text("tracker_id"),
    reason: fields.text("reason"),
    raw_log: fields.requiredText("raw_log"),
  };
}

export function toFirewallEvent(row: Row): FirewallEventRead {
  const fields = new Fields(row);
  return {
    ...toBriefEvent(fields),
    collector: fields.requiredText("collector"),
    sender: fields.text("sender"),
    transport: fields.text("transport"),
    facility: fields.number("facility"),
    severity: fields.number("severity"),
    app: fields.text("app"),
    verdict: fields.text("verdict"),
    vendor: fields.text("vendor"),
    truncated: fields.flag("truncated"),
    nat_src_ip: fields.text("nat_src_ip"),
    nat_dst_ip: fields.text("nat_dst_ip"),
    nat_src_port: fields.number("nat_src_port"),
    nat_dst_port: fields.number("nat_dst_port"),
    interface_out: fields.text("interface_out"),
    bytes: fields.number("bytes"),
    packets: fields.number("packets"),
    procid: fields.text("procid"),
    msgid: fields.text("msgid"),
    structured_data: fields.text("structured_data"),
    parser: fields.requiredText("parser"),
  };
}

export function toFirewallEventDetail(row: Row): FirewallEventDetail {
  const fields = new Fields(row);
  return {
    ...toFirewallEvent(row),
    action_raw: fields.text("action_raw"),
    clock_unset: fields.flag("clock_unset"),
    original_bytes: fields.number("original_bytes"),
    message: fields.text("message"),
    raw_base64: fields.text("raw_bytes") ?? fields.requiredText("raw_text"),
  };
}

/** An event as lists have it. */
export const LISTED_EVENT: EventShape<FirewallEventRead> = {
  columns: LIST_FIELDS,
  toEvent: toFirewallEvent,
};

/** Of an event what a spreadsheet has: a good half of its columns is not read. */
export const BRIEF_EVENT: EventShape<BriefEvent> = {
  columns: BRIEF_FIELDS,
  toEvent: (row) => toBriefEvent(new Fields(row)),
};
