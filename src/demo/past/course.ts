import { DATA_CENTRE_DEVICES, DEPENDENCIES } from "../data-centre";
import { DEVICES, LINKS } from "../plan";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type Span = { fromMs: number; toMs: number };

/** What was in trouble: a device, a check on a device, or a monitor, by their names. */
export type Subject = { device: string } | { check: string; device: string } | { monitor: string };

export type Outage = Span & {
  subject: Subject;
  /** As the check said it. */
  error: string;
  /** It lasts to this day: `toMs` means nothing. */
  isOpen: boolean;
  /** Devices that could not be reached meanwhile, and were not down. */
  behind: readonly string[];
  /** What somebody of `PEOPLE` said when the alert came; most need no word. */
  note?: { who: number; text: string; afterMinutes: number };
};

/** What happened before the demo began, up to that moment. The same moment has the same past. */
export type Past = {
  untilMs: number;
  /** Somebody outside looks for open ports. */
  scan: Span;
  /** A site whose tunnel is down says nothing: the code of the site. */
  cutOff: Span & { site: string };
  outages: readonly Outage[];
  /** What was planned, and done: nothing was held against these devices. */
  maintenance: Span & { title: string; description: string; devices: readonly string[] };
};

export function planPast(untilMs: number): Past {
  const ago = (days: number, hours: number) => untilMs - days * DAY_MS - hours * HOUR_MS;
  const scanAt = Math.floor(ago(0, 6.3) / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
  const cutOff = { ...lasting(ago(2, 3.2), 25), site: "prg" };
  const night = lastTimeOf(untilMs - 2 * HOUR_MS, { hour: 0, minute: 12 });
  return {
    untilMs,
    scan: lasting(scanAt, 20),
    cutOff,
    maintenance: {
      ...lasting(Math.floor(ago(5, 2) / HOUR_MS) * HOUR_MS, 90),
      title: "New firmware of the leaves",
      description: "Two switches of the shop's racks, one after the other",
      devices: ["fra-leaf-1", "fra-leaf-2"],
    },
    outages: [
      {
        ...device("fra-leaf-4", lasting(night, 40)),
        note: { who: 0, text: "The switch ran out of memory; restarted", afterMinutes: 6 },
      },
      {
        ...device("prg-fw-1", cutOff),
        behind: restOfSite("prg"),
        note: { who: 1, text: "The provider works on the tunnel to Prague", afterMinutes: 9 },
      },
      { ...device("prg-fw-2", cutOff), behind: [] },
      device("ham-access-5", lasting(ago(6, 5.1), 18)),
      device("muc-srv-4", lasting(ago(4, 9.4), 11)),
      device("vie-nas-1", lasting(ago(11, 2.7), 74)),
      device("zrh-core-2", lasting(ago(17, 13.2), 9)),
      ...[1.5, 2.5, 3.5].map((hours) =>
        check("Web server", "fra-web-2", { ...lasting(atQuarter(ago(0, hours)), 3), error: "HTTP 503" }),
      ),
      ...[0.6, 3.5, 8.2].map((days) =>
        check("Battery charge", "fra-ups-2", { ...lasting(ago(days, 1.3), 9), error: "36 is less than 40" }),
      ),
      check("Mail", "fra-mail-1", { ...lasting(ago(20, 4.4), 130), error: "No answer within 10 s" }),
      check("PostgreSQL", "fra-db-1", { ...lasting(ago(9, 7.9), 6), error: "Connection refused" }),
      check("Name server", "fra-dns-2", { ...lasting(ago(14, 1.2), 22), error: "No answer within 5 s" }),
      monitor("Shop: checkout", { ...lasting(ago(5, 6.1), 17), error: "HTTP 503" }),
      monitor("Shop: search", { ...lasting(ago(12, 8.8), 41), error: "Slower than 500 ms" }),
      monitor("Stock sync", { ...lasting(ago(3, 2.4), 35), error: "the supplier did not answer" }),
      {
        ...check("SSH", "fra-hv-3", { ...lasting(ago(0, 3.1), 1), error: "Connection refused" }),
        isOpen: true,
      },
      {
        ...monitor("Backup of fra-nas-1", {
          ...lasting(ago(2, 4.2), 1),
          error: "No report within 180 s",
        }),
        isOpen: true,
        note: { who: 1, text: "The job is off until the new storage is in", afterMinutes: 55 },
      },
    ],
  };
}

function lasting(fromMs: number, minutes: number): Span {
  return { fromMs, toMs: fromMs + minutes * MINUTE_MS };
}

/** The last time before that moment that a clock (UTC) showed it. */
function lastTimeOf(beforeMs: number, { hour, minute }: { hour: number; minute: number }): number {
  const at = new Date(beforeMs).setUTCHours(hour, minute, 0, 0);
  return at <= beforeMs ? at : at - DAY_MS;
}

/** When the demo's second web server begins to refuse, in the hour of that moment. */
function atQuarter(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS + 15 * MINUTE_MS;
}

type Trouble = Span & { error: string };

function device(name: string, span: Span): Outage {
  return { ...of({ device: name }, { ...span, error: "No answer" }), behind: whatHangsOn(name) };
}

function check(label: string, on: string, trouble: Trouble): Outage {
  return of({ check: label, device: on }, trouble);
}

function monitor(name: string, trouble: Trouble): Outage {
  return of({ monitor: name }, trouble);
}

function of(subject: Subject, { fromMs, toMs, error }: Trouble): Outage {
  return { subject, fromMs, toMs, error, isOpen: false, behind: [] };
}

function restOfSite(code: string): string[] {
  return DEVICES.map(({ hostname }) => hostname).filter(
    (name) => name.startsWith(`${code}-`) && !name.includes("-fw-"),
  );
}

/** Devices that have no other way than by this one. */
function whatHangsOn(name: string): string[] {
  const inDataCentre = DATA_CENTRE_DEVICES.some(({ hostname }) => hostname === name);
  if (inDataCentre)
    return DEPENDENCIES.filter(({ parents }) => parents.length === 1 && parents[0] === name).map(
      ({ device: below }) => below,
    );
  const below = LINKS.filter(({ from }) => from === name).map(({ to }) => to);
  return below.filter((one) => LINKS.filter(({ to }) => to === one).length === 1);
}
