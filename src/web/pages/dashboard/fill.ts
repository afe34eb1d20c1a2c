import { useQuery } from "@tanstack/react-query";
import { useMay } from "../../api/me";
import { overviewQuery } from "../../api/standings";
import { syslogStatusQuery } from "../../api/syslog-status";
import { hasReceived, ipamQuery, rateQuery, summaryQuery } from "./api";

/** What the service knows something of. */
export type Fill = { hasEvents: boolean; hasDevices: boolean; hasSubnets: boolean; hasMonitors: boolean };

export function hasSome({ hasEvents, hasDevices, hasSubnets, hasMonitors }: Fill): boolean {
  return hasEvents || hasDevices || hasSubnets || hasMonitors;
}

/** Undefined until all figures are there; where some cannot be had, the service counts as filled. */
export function useFill(): Fill | undefined {
  const maySeeEvents = useMay("security_view");
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
    hasEvents: maySeeEvents && (status.data === undefined || hasReceived(status.data)),
  };
  // It takes longer where much is watched, and then something else is there as well.
  return isAwaited(watched) && !hasSome(fill) ? undefined : fill;
}

function isAwaited({ data, error }: { data: unknown; error: unknown }): boolean {
  return data === undefined && error === null;
}
