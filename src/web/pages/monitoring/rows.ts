import {
  checkState,
  lastResultOf,
  mixedStates,
  NOT_KNOWN,
  toWatchedDevice,
  toWatchedMonitor,
  type Check,
  type DeviceSummary,
  type Monitor,
} from "../../api/monitoring";
import { describeCheck, kindName } from "../../components/check-fields/kind-names";
import { hasEveryWord } from "../../components/filters/words";
import { standingOf, TARGET_STATES, type Standing, type Watched } from "../../api/watched";
import { formatWord } from "../../format/device";
import { formatCount, formatNumber } from "../../format/number";

/** A line of one of the lists: what is watched, how it stands now, and what it is filtered by. */
export type Row = Watched & {
  key: string;
  /** Its name where it stands apart from its list: that of a service with the device that it runs on. */
  fullName: string;
  /** A check of several devices: what it found last, and when, is known by device. */
  isSpread: boolean;
  standing: Standing;
  type: string | null;
  site: string | null;
  group: string | null;
  tags: readonly string[];
  /** Where a click on it leads. */
  href: string;
};

/** As long as neither the answer nor its standing changes, the row is the very same: it is not drawn again. */
function remember<Source extends object>(make: (source: Source, now: number) => Row) {
  const made = new WeakMap<Source, Row>();
  return (source: Source, now: number): Row => {
    const known = made.get(source);
    if (known !== undefined && standingOf(known, now) === known.standing) return known;
    const row = make(source, now);
    made.set(source, row);
    return row;
  };
}

export const toDeviceRow = remember((device: DeviceSummary, now): Row => {
  const watched = toWatchedDevice(device);
  return {
    ...watched,
    key: `device-${device.device_id}`,
    fullName: watched.name,
    isSpread: false,
    standing: standingOf(watched, now),
    type: device.device_type === null ? null : formatWord(device.device_type),
    site: device.site_name,
    group: device.topology_group || null,
    tags: device.tags,
    href: `/monitoring/devices/${device.device_id}`,
  };
});

export const toMonitorRow = remember((monitor: Monitor, now): Row => {
  const watched = toWatchedMonitor(monitor);
  return {
    ...watched,
    key: `monitor-${monitor.id}`,
    fullName: watched.name,
    isSpread: false,
    standing: standingOf(watched, now),
    type: "HTTP",
    site: null,
    group: null,
    tags: monitor.tags,
    href: `/monitoring/monitors/${monitor.id}`,
  };
});

/** A check with the devices that it runs on. `deviceName`: of the one that it is for. */
export function toServiceRow(
  check: Check,
  { deviceName, now }: { deviceName: string | undefined; now: number },
): Row {
  const last = lastResultOf(check);
  const state = checkState(check);
  const place = placeOf(check, deviceName);
  const watched: Watched = {
    kind: "service",
    id: check.id,
    name: check.label,
    where: `${describeCheck(check)} on ${place}`,
    state,
    since: last?.state_since ?? null,
    isHealthy: null,
    isFlapping: false,
    checkedAt: last?.checked_at ?? null,
    intervalSeconds: check.interval_seconds,
    latencyMs: last?.response_time_ms ?? null,
    error: last?.error ?? mixedStates(check),
    beats: [],
    latencies: [],
    day: NOT_KNOWN,
    week: NOT_KNOWN,
  };
  return {
    ...watched,
    key: `service-${check.id}`,
    fullName: fullNameOf(check, place),
    isSpread: last === null,
    standing: standingOf(watched, now),
    type: kindName(check.check_type),
    site: null,
    group: null,
    tags: [],
    href: `/monitoring/checks/${check.id}`,
  };
}

/** `SSH on db-1`; of several devices as many as are in its state: `SSH on 1 of 17 devices`. */
function fullNameOf(check: Check, place: string): string {
  if (check.device_id !== null)
    return check.label.includes(place) ? check.label : `${check.label} on ${place}`;
  const total = targetsOf(check);
  const concerned = check.enabled ? check.targets[checkState(check)] : total;
  const devices = formatCount(total, ["device", "devices"]);
  return `${check.label} on ${concerned === total ? devices : `${formatNumber(concerned)} of ${devices}`}`;
}

function targetsOf({ targets }: Check): number {
  return TARGET_STATES.reduce((sum, state) => sum + targets[state], 0);
}

function placeOf(check: Check, deviceName: string | undefined): string {
  const { device_id: id, covers } = check;
  if (id !== null) return deviceName ?? `device ${id}`;
  if (covers !== null) return `chosen devices (${formatNumber(covers.count)})`;
  return `every device (${formatNumber(targetsOf(check))})`;
}

/** Whether every word of the text is in what people know of it. */
export function matchesText(row: Row, text: string): boolean {
  return hasEveryWord([row.name, row.where, row.type, row.site, row.group, row.error, ...row.tags], text);
}
