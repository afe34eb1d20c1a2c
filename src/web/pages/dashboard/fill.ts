import { useQuery } from "@tanstack/react-query";
import { rulesQuery } from "../../api/alerts";
import { may, useMay, type Me, type Permission } from "../../api/me";
import { overviewQuery } from "../../api/standings";
import { syslogStatusQuery } from "../../api/syslog-status";
import { hasReceived, ipamQuery, rateQuery, summaryQuery } from "./api";

/** What the service knows something of. */
export type Fill = {
  hasEvents: boolean;
  hasDevices: boolean;
  hasSubnets: boolean;
  hasMonitors: boolean;
  /** A rule that is in use tells somebody. */
  isTelling: boolean;
  /** Nothing of it is awaited any more; before that what comes late counts as missing. */
  isWhole: boolean;
};

/** Who may take a step, and what there is when it is done. */
const STEPS: readonly (readonly [Permission, Exclude<keyof Fill, "isWhole">])[] = [
  ["topology_write", "hasDevices"],
  ["monitoring_write", "hasMonitors"],
  ["ipam_write", "hasSubnets"],
  ["security_view", "hasEvents"],
  ["alert_write", "isTelling"],
];

/** How many of the first steps a person has left; none before all is known, as it would be told and taken back. */
export function countOpenSteps(fill: Fill, me: Pick<Me, "role" | "permissions">): number {
  if (!fill.isWhole) return 0;
  return STEPS.filter(([right, name]) => may(me, right) && !fill[name]).length;
}

export function hasSome({ hasEvents, hasDevices, hasSubnets, hasMonitors }: Fill): boolean {
  return hasEvents || hasDevices || hasSubnets || hasMonitors;
}

/** Undefined until all figures are there; where some cannot be had, the service counts as filled. */
export function useFill(): Fill | undefined {
  const maySeeEvents = useMay("security_view");
  const mayAddRules = useMay("alert_write");
  const rules = useQuery({ ...rulesQuery(), enabled: mayAddRules });
  const summary = useQuery(summaryQuery());
  const ipam = useQuery(ipamQuery());
  const watched = useQuery(overviewQuery());
  const status = useQuery({ ...syslogStatusQuery(), enabled: maySeeEvents });
  const rate = useQuery({ ...rateQuery(), enabled: maySeeEvents });
  const queries = maySeeEvents ? [summary, ipam, status, rate] : [summary, ipam];
  if (queries.some(isAwaited)) return undefined;
  const fill = {
    hasDevices: summary.data === undefined || summary.data.device_count > 0,
    hasSubnets: ipam.data === undefined || ipam.data.subnet_count > 0,
    hasMonitors:
      watched.data === undefined
        ? watched.error !== null
        : watched.data.counts.some(({ services, monitors }) => services + monitors > 0),
    isTelling:
      rules.data?.some(({ enabled, channels }) => enabled && channels.length > 0) ?? rules.error !== null,
    hasEvents: maySeeEvents && (status.data === undefined || hasReceived(status.data)),
    isWhole: !isAwaited(watched) && !(mayAddRules && isAwaited(rules)),
  };
  // It takes longer where much is watched, and then something else is there as well.
  return isAwaited(watched) && !hasSome(fill) ? undefined : fill;
}

function isAwaited({ data, error }: { data: unknown; error: unknown }): boolean {
  return data === undefined && error === null;
}
