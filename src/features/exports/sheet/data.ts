import type { Paper, WatchState } from "../report/data";

/** An inventory to be printed, as plain data: it is collected beside the database and printed by a worker. */
export type SheetData = {
  /** What people call this service. */
  product: string;
  version: string;
  /** User name of who asked. */
  author: string;
  /** Milliseconds since the epoch. */
  printedMs: number;
  /** IANA name: the time is printed on its clock. */
  timeZone: string;
  paper: Paper;
  /** The site that it is of; null: of all. */
  site: string | null;
  /** In the order in which they are printed: by site, then by group. */
  parts: SheetPart[];
};

/** The devices of one group at one site. */
export type SheetPart = { site: string | null; group: string | null; devices: SheetDevice[] };

export type SheetDevice = {
  name: string;
  /** The primary one first. */
  addresses: string[];
  mac: string | null;
  type: string | null;
  /** The place within the site. */
  location: string | null;
  serial: string | null;
  state: WatchState;
  notes: string | null;
};
