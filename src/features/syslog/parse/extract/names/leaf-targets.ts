import type { JsonObject } from "../../values/json-values";
import { wholeEndpoint } from "../ends/endpoints";
import { type NameTarget, targetOfName } from "./field-names";
import { addressTarget, portTarget } from "./key-roles";
import type { NamedField } from "./known-names";
import { MAX_KEY_LENGTH, scalarText } from "./object-values";
import { isWholeTime, mayBeTime, timeRank } from "./time-names";
import type { ToldValue } from "./value-words";

/** What is told of either side, whichever of them began. */
export const SIDES: ReadonlySet<NamedField> = new Set<NamedField>([
  "remoteIp",
  "remotePort",
  "localIp",
  "localPort",
]);
/** Of these lists name the first they mean first; of others only a list of one says something. */
export const LISTED_FIELDS: ReadonlySet<NamedField> = new Set<NamedField>([
  "srcIp",
  "dstIp",
  "srcPort",
  "dstPort",
]);
/** Of which the other names of the same object are. */
const OWN_ENDS = new Set<NamedField>(["srcIp", "dstIp", "computerIp"]);
/** `sourceIPs` is a list of what `sourceIP` is. */
const PLURAL = /s$/i;
const MIN_EPOCH = 1e9;
const MAX_END_LENGTH = 64;
const END_START = /^[[\da-f:/]/i;
export const NUMBER = /^\d{1,5}$/;
/** Behind all times. */
export const YEARLESS_RANK = 400;

/** The time that a name tells by its words, where a whole one stands there. */
export function timeOf(path: string, value: unknown): ToldValue | null {
  const isNumber = typeof value === "number" && value >= MIN_EPOCH;
  if (!isNumber && !(typeof value === "string" && mayBeTime(value))) return null;
  const text = String(value);
  if (!isWholeTime(text)) return null;
  const key = lastKey(path);
  // `"expires":{"at":…}` is when something else takes place.
  const isAt = key === "at";
  const rank = isAt && path.trim() === key ? YEARLESS_RANK : timeRank(isAt ? path.trim() : key);
  return rank === null ? null : { target: { field: "time", rank, isWeak: false }, text };
}

/** What the words of a path say of an address or a port. */
export function roleOf(path: string, value: unknown): NameTarget | null {
  if (typeof value === "boolean") return null;
  const text = scalarText(value, true);
  if (text.length < 2 || text.length > MAX_END_LENGTH || !END_START.test(text)) return null;
  const target = NUMBER.test(text) ? portTarget(path) : addressTarget(path);
  if (target === null) return null;
  // A list of peers is of a cluster.
  if (Array.isArray(value) && !LISTED_FIELDS.has(target.field)) return null;
  return NUMBER.test(text) || wholeEndpoint(text) !== null ? target : null;
}

/** The last name of a path. */
export function lastKey(path: string): string {
  return path.slice(path.lastIndexOf(" ") + 1);
}

/** Whether an object has the address of an end, so that its other names are of the same flow. */
export function namesEnds(object: JsonObject): boolean {
  return Object.keys(object).some((key) => {
    const target = key.length > MAX_KEY_LENGTH ? null : targetOfName(key);
    return target !== null && !target.isWeak && OWN_ENDS.has(target.field);
  });
}

/** What the name of a list says, which may be that of one of its values in the plural. */
export function targetOfList(path: string): NameTarget | null {
  const whole = targetOfName(path);
  const single = whole ?? targetOfName(path.replace(PLURAL, ""));
  // `peers` are a cluster's.
  return whole === null && single !== null && SIDES.has(single.field) ? null : single;
}
