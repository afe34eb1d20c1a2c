import { formatCount, formatNumber } from "../../../format/number";
import type { OpenIncidents } from "../../../api/incidents";
import type { SyslogStatus } from "../../../api/syslog-status";
import type { IpamSummary, MonitoringOverview } from "../api";
import { LINKS, standingHref } from "../links";

/** One thing that somebody should look at, and where. */
export type Finding = { text: string; href: string; isBad: boolean };

/** A sender that has been heard, and then not for so long, is silent (ms). */
export const SILENT_MS = 60 * 60_000;

/** The name under which the service sums up senders that it does not name. */
const REST = "other";

type Known = {
  /** Undefined where the person may not see it. */
  status: SyslogStatus | undefined;
  ipam: IpamSummary | undefined;
  overview: MonitoringOverview | undefined;
  open: OpenIncidents | undefined;
  now: number;
};

/** What needs attention, the worst first; nothing on a healthy network. */
export function findAttention({ status, ipam, overview, open, now }: Known): Finding[] {
  const findings = [
    ...incidentFindings(open),
    ...downFindings(overview),
    ...(status === undefined ? [] : statusFindings(status, now)),
    ...conflictFindings(ipam),
  ];
  return findings.sort((one, other) => Number(other.isBad) - Number(one.isBad));
}

/** Messages that came in and were not kept, since the start of the service. */
export function sumLosses({ losses }: Pick<SyslogStatus, "losses">): number {
  return Object.values(losses).reduce((sum, count) => sum + count, 0);
}

function statusFindings(status: SyslogStatus, now: number): Finding[] {
  const href = LINKS.syslogStatus;
  const lost = sumLosses(status);
  const silent = silentSenders(status, now);
  const damaged = status.damaged_segments.length + status.quarantine.length;
  const closed = status.listeners.filter(({ state }) => state !== "open").length;
  const problem = status.tls_certificate?.problem ?? null;
  return [
    ...(status.journal.refusal === null
      ? []
      : [{ text: "Syslog messages are not taken now", href, isBad: true }]),
    ...(status.store_error === null
      ? []
      : [{ text: "Received lines are not becoming searchable", href, isBad: true }]),
    ...when(closed, {
      text: `${formatCount(closed, ["listener is", "listeners are"])} not open`,
      href,
      isBad: true,
    }),
    ...when(lost, {
      text: `${formatCount(lost, ["message", "messages"])} lost since start`,
      href,
      isBad: true,
    }),
    ...when(damaged, {
      text: `${formatCount(damaged, ["file of events is", "files of events are"])} damaged or set aside`,
      href,
      isBad: true,
    }),
    ...(problem === null ? [] : [{ text: "The TLS certificate is not used", href, isBad: true }]),
    ...when(silent, {
      text: `${formatCount(silent, ["sender", "senders"])} silent for over an hour`,
      href,
      isBad: false,
    }),
  ];
}

function silentSenders({ senders }: SyslogStatus, now: number): number {
  return senders.filter(
    ({ sender, last_seen_at: at }) => sender !== REST && at !== null && now - Date.parse(at) > SILENT_MS,
  ).length;
}

function conflictFindings(ipam: IpamSummary | undefined): Finding[] {
  const count = ipam?.conflict_count ?? 0;
  const text = `${formatNumber(count)} address ${count === 1 ? "conflict" : "conflicts"}`;
  return when(count, { text, href: LINKS.conflicts, isBad: false });
}

/** Those that somebody sees to are counted as well: they last. */
function incidentFindings(open: OpenIncidents | undefined): Finding[] {
  if (open === undefined) return [];
  const { total, critical } = open;
  const grave = critical === 0 ? "" : `, ${formatNumber(critical)} critical`;
  return when(total, {
    text: `${formatCount(total, ["open incident", "open incidents"])}${grave}`,
    href: LINKS.alerts,
    isBad: critical > 0,
  });
}

function downFindings(overview: MonitoringOverview | undefined): Finding[] {
  const down = overview?.counts.find(({ standing }) => standing === "down");
  if (down === undefined) return [];
  return DOWN.flatMap(({ tab, words }) =>
    when(down[tab], {
      text: `${formatCount(down[tab], words)} down`,
      href: standingHref(tab, "down"),
      isBad: true,
    }),
  );
}

const DOWN = [
  { tab: "devices", words: ["device", "devices"] },
  { tab: "services", words: ["service", "services"] },
  { tab: "monitors", words: ["monitor", "monitors"] },
] as const;

function when(count: number, finding: Finding): Finding[] {
  return count > 0 ? [finding] : [];
}
