import type { EventColumn } from "../event/columns";
import type { HostNames } from "./host-names";
import type { Subnet } from "./subnet";

/** The least and the greatest number. */
export type NumberRange = readonly [low: number, high: number];

/**
 * One condition on an event. A filter is a list of them; all must hold. Plain data, so that it can be sent to a worker.
 */
export type Condition =
  | { kind: "equals"; column: EventColumn; value: string | number; isNegated: boolean }
  /** One of the columns has one of the values. Without values none has. */
  | {
      kind: "any of";
      columns: readonly EventColumn[];
      values: readonly (string | number)[];
      isNegated: boolean;
    }
  /** One of the columns has one of the addresses, or the host, where it is among them, is called so. */
  | {
      kind: "of device";
      columns: readonly EventColumn[];
      addresses: readonly string[];
      names: HostNames;
      isNegated: boolean;
    }
  /** The number of one of the columns lies in one of the ranges, ends included. */
  | { kind: "in ranges"; columns: readonly EventColumn[]; ranges: readonly NumberRange[]; isNegated: boolean }
  /** The address of one of the columns lies in the network. */
  | { kind: "in subnet"; columns: readonly EventColumn[]; subnet: Subnet; isNegated: boolean }
  /**
   * The text, which names an address or a network, occurs in one of the columns of text, or the address of another one
   * is it or lies in it: lines write one address in many ways.
   */
  | {
      kind: "names network";
      columns: readonly EventColumn[];
      text: string;
      within: string | Subnet;
      isNegated: boolean;
    }
  /** The text occurs, in any case, in one of the columns. */
  | { kind: "contains"; columns: readonly EventColumn[]; text: string; isNegated: boolean };

/** What a search looks for: the same for lists, exports and every other reader of events. */
export type Predicate = {
  conditions: Condition[];
  /** Arrival, microseconds since the epoch, both ends included. */
  startMicros?: number;
  endMicros?: number;
};

/** What a list may be sorted by. */
export const SORT_COLUMNS = [
  "received_at",
  "event_time",
  "src_ip",
  "dst_ip",
  "src_port",
  "dst_port",
  "action",
  "protocol",
  "interface",
] as const satisfies readonly EventColumn[];

export type SortColumn = (typeof SORT_COLUMNS)[number];
