/**
 * What a report says, as plain data: it is collected beside the database and printed by a worker. Times are
 * milliseconds since the epoch.
 */
export type ReportData = {
  /** What people call this service. */
  product: string;
  version: string;
  /** User name of who asked. */
  author: string;
  generatedMs: number;
  fromMs: number;
  toMs: number;
  /** IANA name: all times are printed on its clock. */
  timeZone: string;
  paper: Paper;
  inventory: Inventory;
  availability: Availability;
  outages: Outages;
  alerts: Listed<Alert> & { open: number };
  /** Null: the caller may not see events. */
  events: Events | null;
  addresses: Addresses;
  certificates: Listed<Certificate>;
  /** Null: nobody has saved a layout. */
  map: NetworkMap | null;
};

export const PAPERS = ["A4", "Letter"] as const;
export type Paper = (typeof PAPERS)[number];

/** The first rows of a list, and how many there are. */
export type Listed<Row> = { rows: Row[]; total: number };

/** What a device is held to be; `unwatched`: nobody checks it. */
export type WatchState = "up" | "down" | "unknown" | "unreachable" | "maintenance" | "paused" | "unwatched";

export type Inventory = {
  devices: number;
  groups: number;
  sites: number;
  links: number;
  states: Partial<Record<WatchState, number>>;
  bySite: Listed<{ name: string | null; devices: number; down: number }>;
  byType: Listed<{ name: string | null; devices: number }>;
  /** Those that are down first, then by name. */
  list: Listed<DeviceLine>;
};

export type DeviceLine = {
  name: string;
  address: string | null;
  type: string | null;
  state: WatchState;
  group: string | null;
  site: string | null;
};

export type Watched = { upMs: number; downMs: number };

export type Availability = Watched & {
  /** Devices, service checks and monitors that were watched in the period. */
  targets: number;
  /** UTC days of the period with something watched, in order. */
  days: (Watched & { startMs: number })[];
  /** Those with the most downtime, the worst first. */
  worst: Listed<Watched & { name: string; kind: string; outages: number }>;
};

export type Outages = Listed<Outage> & {
  open: number;
  /** Of all targets together, within the period. */
  lostMs: number;
};

export type Outage = {
  name: string;
  startedMs: number;
  /** Null: it lasts. */
  endedMs: number | null;
  lastedMs: number;
  cause: string | null;
};

export type Alert = {
  title: string;
  severity: string;
  openedMs: number;
  resolvedMs: number | null;
  lastedMs: number;
  resolution: string | null;
  acknowledgedBy: string | null;
};

export const VERDICTS = ["allow", "deny", "drop", "reject", "other"] as const;
export type Verdict = (typeof VERDICTS)[number];
export type VerdictCounts = Record<Verdict, number>;

export type Events = {
  retentionDays: number;
  /** Why the rest is not known, in words; null: it is. */
  failure: string | null;
  total: number;
  verdicts: VerdictCounts;
  /** Of the last 24 hours of the period. */
  lastDay: { blocked: number; passed: number };
  /** `counts` null: nothing at all is stored of that time. */
  buckets: { startMs: number; counts: VerdictCounts | null }[];
  /** Some of the period is missing: its files are damaged. */
  isPartial: boolean;
  blockedSources: ValueCount[];
  blockedDestinations: ValueCount[];
};

export type ValueCount = { value: string; count: number };

export type Addresses = {
  subnets: number;
  /** Exact, of IPv4. */
  used: number;
  total: number;
  conflicts: number;
  reservations: number;
  leases: number;
  /** The fullest first. */
  fullest: Listed<{ name: string; cidr: string; used: string; total: string; percent: number }>;
};

export type Certificate = { name: string; subject: string | null; expiresMs: number };

export type NetworkMap = {
  /** Of the layout; null: it is a working one without a name. */
  name: string | null;
  savedMs: number;
  devices: { x: number; y: number; name: string; state: WatchState }[];
  /** Places in `devices`. */
  links: { from: number; to: number }[];
  /** Devices of the layout that are not drawn. */
  left: number;
};

export function blockedOf({ deny, drop, reject }: VerdictCounts): number {
  return deny + drop + reject;
}

/** Share of the watched time, 0 to 1; undefined: nobody watched. */
export function uptimeOf({ upMs, downMs }: Watched): number | undefined {
  const watchedMs = upMs + downMs;
  return watchedMs === 0 ? undefined : upMs / watchedMs;
}
