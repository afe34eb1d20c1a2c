import type { Content } from "../content";
import { blockedOf, uptimeOf, type ReportData } from "../data";
import {
  counted,
  enumerate,
  formatCount,
  formatDuration,
  formatPercent,
  formatUptime,
  shorten,
} from "../format";
import { alertSentence, outageSentence } from "./incident-sentences";
import { paragraph, section, tiles, type Page } from "../parts";
import { COLORS } from "../theme";

/** The report in sentences, for who reads no further. */
export function summary({ data, width, clock }: Page): Content[] {
  const uptime = uptimeOf(data.availability);
  return section("Summary", [
    tiles(
      [
        {
          value: formatCount(data.inventory.devices),
          name: data.inventory.devices === 1 ? "device" : "devices",
        },
        { value: uptime === undefined ? "\u2013" : formatUptime(uptime), name: "uptime", color: COLORS.ok },
        {
          value: formatCount(data.outages.total),
          name: data.outages.total === 1 ? "outage" : "outages",
          color: data.outages.open > 0 ? COLORS.down : COLORS.accent,
        },
        ...(data.events === null
          ? []
          : [{ value: formatCount(blockedOf(data.events.verdicts)), name: "events blocked" }]),
      ],
      width,
    ),
    ...sentences(data, (ms) => clock.day(ms)).map(paragraph),
  ]);
}

/** One sentence for each subject; what is quiet is said to be quiet. */
export function sentences(data: ReportData, day: (ms: number) => string): string[] {
  return [
    inventory(data),
    availability(data),
    outages(data),
    alertSentence(data.alerts),
    events(data),
    addresses(data),
    certificates(data, day),
  ].filter((sentence) => sentence !== "");
}

function inventory({ inventory: { devices, sites, links, states } }: ReportData): string {
  if (devices === 0) return "The inventory is empty.";
  const places = sites === 0 ? "" : ` at ${counted(sites, "site")}`;
  const sentence = `The network has ${counted(devices, "device")}${places} and ${counted(links, "link")} between them.`;
  const troubles = [
    [states.down ?? 0, "down"],
    [states.unreachable ?? 0, "unreachable"],
    [states.unknown ?? 0, "in an unknown state"],
  ] as const;
  const said = troubles
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`);
  if (said.length > 0) return `${sentence} When this was made, there were ${enumerate(said)}.`;
  return (states.up ?? 0) === 0 ? sentence : `${sentence} When this was made, none was down.`;
}

function availability({ availability: part }: ReportData): string {
  const uptime = uptimeOf(part);
  if (uptime === undefined)
    return "Nothing was watched for a whole hour of this period, so that nothing can be said about availability.";
  const [worst] = part.worst.rows;
  const rest =
    worst === undefined
      ? ""
      : ` The most was lost by ${shorten(worst.name, 120)}, with ${formatDuration(worst.downMs)} down.`;
  return `${counted(part.targets, "watched device or service", "watched devices and services")} had an uptime of ${formatUptime(uptime)} together.${rest}`;
}

function outages({ outages: part, availability: { targets } }: ReportData): string {
  return part.total === 0 && targets === 0 ? "" : outageSentence(part);
}

function events({ events: part }: ReportData): string {
  if (part === null) return "";
  if (part.failure !== null) return `Events could not be counted: ${part.failure}.`;
  if (part.total === 0) return "No events were received.";
  const blocked = blockedOf(part.verdicts);
  const decided = blocked + part.verdicts.allow;
  const share =
    decided === 0
      ? ""
      : ` Firewalls blocked ${formatCount(blocked)} of ${formatCount(decided)} decided events (${formatPercent((100 * blocked) / decided)}).`;
  return `${counted(part.total, "event was", "events were")} received.${share}`;
}

function addresses({ addresses: part }: ReportData): string {
  if (part.subnets === 0) return "";
  const percent = part.total === 0 ? 0 : (100 * part.used) / part.total;
  const [fullest] = part.fullest.rows;
  const most =
    fullest === undefined || fullest.percent === 0
      ? ""
      : ` The fullest is ${shorten(fullest.name, 120)} (${fullest.cidr}) with ${formatPercent(fullest.percent)}.`;
  const conflicts =
    part.conflicts === 0
      ? ""
      : ` ${counted(part.conflicts, "address conflict waits", "address conflicts wait")} to be resolved.`;
  return `${counted(part.subnets, "subnet is", "subnets are")} planned, of whose IPv4 addresses ${formatPercent(percent)} are used.${most}${conflicts}`;
}

function certificates(
  { certificates: { rows, total }, generatedMs }: ReportData,
  day: (ms: number) => string,
): string {
  const [first] = rows;
  if (first === undefined) return "";
  const when =
    first.expiresMs < generatedMs
      ? `expired on ${day(first.expiresMs)}`
      : `expires on ${day(first.expiresMs)}`;
  return total === 1
    ? `One certificate needs to be renewed: that of ${shorten(first.name, 120)} ${when}.`
    : `${counted(total, "certificate")} need to be renewed; the first, of ${shorten(first.name, 120)}, ${when}.`;
}
