import type { Sensor, SensorCreate, SensorUpdate } from "./sensor-api";
import { CATEGORIES } from "./sensor-words";

export const BOUND_NAMES = [
  "warn_above",
  "critical_above",
  "warn_below",
  "critical_below",
  "clear_margin",
  "confirm_after",
] as const;
type BoundName = (typeof BOUND_NAMES)[number];

/** What stands in the inputs. */
export type SensorValues = Record<
  "name" | "category" | "oid" | "unit" | "kind" | "factor" | "divisor" | BoundName,
  string
> & { enabled: boolean };

export const BOUND_LABELS: Readonly<Record<BoundName, string>> = {
  warn_above: "Warning above",
  critical_above: "Critical above",
  warn_below: "Warning below",
  critical_below: "Critical below",
  clear_margin: "Back inside by",
  confirm_after: "Polls in a row",
};

export const LABELS: Readonly<Record<keyof SensorValues, string>> = {
  name: "Name",
  category: "Group",
  oid: "OID",
  unit: "Unit",
  kind: "The value is read",
  factor: "Times",
  divisor: "Divided by",
  enabled: "Read it at every poll",
  ...BOUND_LABELS,
};

export const NEW_VALUES: SensorValues = {
  name: "",
  category: "other",
  oid: "",
  unit: "",
  kind: "gauge",
  factor: "1",
  divisor: "1",
  enabled: true,
  warn_above: "",
  critical_above: "",
  warn_below: "",
  critical_below: "",
  clear_margin: "",
  confirm_after: "2",
};

/** Empty is none. */
export function numberRule(text: string): string | null {
  return text.trim() === "" || Number.isFinite(Number(text)) ? null : "This is no number";
}

export function valuesOf(sensor: Sensor): SensorValues {
  const text = (number: number | null) => (number === null ? "" : String(number));
  const { name, category, oid, unit, kind, enabled } = sensor;
  return {
    name,
    category,
    oid,
    unit,
    kind,
    enabled,
    factor: String(sensor.factor),
    divisor: String(sensor.divisor),
    warn_above: text(sensor.warn_above),
    critical_above: text(sensor.critical_above),
    warn_below: text(sensor.warn_below),
    critical_below: text(sensor.critical_below),
    clear_margin: text(sensor.clear_margin),
    confirm_after: String(sensor.confirm_after),
  };
}

/** What of a sensor everybody may change, whoever has found it. */
export function toBoundsBody(values: SensorValues): Required<Pick<SensorUpdate, BoundName | "enabled">> {
  const number = (name: BoundName) => (values[name].trim() === "" ? null : Number(values[name]));
  return {
    enabled: values.enabled,
    warn_above: number("warn_above"),
    critical_above: number("critical_above"),
    warn_below: number("warn_below"),
    critical_below: number("critical_below"),
    clear_margin: number("clear_margin"),
    confirm_after: number("confirm_after") ?? Number(NEW_VALUES.confirm_after),
  };
}

export function toSensorBody(values: SensorValues): SensorCreate {
  const { name, oid, unit } = values;
  const number = (text: string) => (text.trim() === "" ? 1 : Number(text));
  return {
    name,
    oid,
    unit,
    category: CATEGORIES.find((category) => category === values.category) ?? "other",
    kind: values.kind === "counter" ? "counter" : "gauge",
    factor: number(values.factor),
    divisor: number(values.divisor),
    ...toBoundsBody(values),
  };
}
