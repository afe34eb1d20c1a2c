import type { Status } from "../../../components/badge/status-mark";
import { formatMeasure } from "../../../format/measure";
import type { Sensor } from "./sensor-api";

export const CATEGORY_NAMES: Readonly<Record<Sensor["category"], string>> = {
  cpu: "CPU",
  memory: "Memory",
  storage: "Storage",
  temperature: "Temperature",
  humidity: "Humidity",
  fan: "Fans",
  voltage: "Voltage",
  current: "Current",
  power: "Power",
  ups: "UPS",
  other: "Other",
};

export const CATEGORIES = [
  "cpu",
  "memory",
  "storage",
  "temperature",
  "humidity",
  "fan",
  "voltage",
  "current",
  "power",
  "ups",
  "other",
] as const satisfies readonly Sensor["category"][];

type Look = { status: Status; label: string };

export const STATE_LOOKS: Readonly<Record<Sensor["state"], Look>> = {
  ok: { status: "ok", label: "OK" },
  warning: { status: "degraded", label: "Warning" },
  critical: { status: "down", label: "Critical" },
  unknown: { status: "unknown", label: "Unknown" },
};

/** How a sensor stands; null where nothing says what would be well. */
export function lookOf(sensor: Sensor): Look | null {
  if (!sensor.enabled) return { status: "paused", label: "Off" };
  if (sensor.gone_since !== null) return { status: "unknown", label: "Gone" };
  return sensor.is_judged ? STATE_LOOKS[sensor.state] : null;
}

/** "on battery" where the number is only a code for it, else "23.5 °C". */
export function valueText({ value, unit, words }: Sensor): string {
  if (unit === "" && words !== null) return words;
  if (value === null) return words ?? "–";
  return formatMeasure(value, unit);
}

/** Sensors by their category, in the order in which they came. */
export function byCategory(sensors: readonly Sensor[]): [Sensor["category"], Sensor[]][] {
  const groups = Map.groupBy(sensors, ({ category }) => category);
  return CATEGORIES.flatMap((category): [Sensor["category"], Sensor[]][] => {
    const own = groups.get(category);
    return own === undefined ? [] : [[category, own]];
  });
}
