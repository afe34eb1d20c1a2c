import { isJsonObject, type JsonObject } from "../../values/json-values";

/** Names of IPFIX's elements by their numbers, which NetFlow 9 shares (https://www.iana.org/assignments/ipfix). */
const ELEMENTS = new Map([
  [1, "octetDeltaCount"],
  [2, "packetDeltaCount"],
  [4, "protocolIdentifier"],
  [7, "sourceTransportPort"],
  [8, "sourceIPv4Address"],
  [10, "ingressInterface"],
  [11, "destinationTransportPort"],
  [12, "destinationIPv4Address"],
  [14, "egressInterface"],
  [27, "sourceIPv6Address"],
  [28, "destinationIPv6Address"],
  [85, "octetTotalCount"],
  [86, "packetTotalCount"],
  [89, "forwardingStatus"],
  [150, "flowStartSeconds"],
  [152, "flowStartMilliseconds"],
  [225, "postNATSourceIPv4Address"],
  [226, "postNATDestinationIPv4Address"],
  [227, "postNAPTSourceTransportPort"],
  [228, "postNAPTDestinationTransportPort"],
  [233, "firewallEvent"],
  [281, "postNATSourceIPv6Address"],
  [282, "postNATDestinationIPv6Address"],
]);
const SOURCES = ["sourceIPv4Address", "sourceIPv6Address"];
const DESTINATIONS = ["destinationIPv4Address", "destinationIPv6Address"];
const NUMBER_KEYS = [
  "I",
  "i",
  "id",
  "ID",
  "Id",
  "element",
  "elementId",
  "element_id",
  "type",
  "Type",
  "fieldType",
];
const VALUE_KEYS = ["V", "v", "value", "Value", "val"];
/** Of whoever numbers elements of his own. */
const ENTERPRISE_KEYS = ["E", "e", "enterprise", "enterpriseNumber", "pen", "PEN"];
const MAX_ELEMENTS = 120;
/** A key of IANA's space of names, beside those of whoever exports. */
const IANA = "iana:";
const SPACED = /^[a-z][\w-]{1,15}:(?=[A-Za-z])/i;

/**
 * `[{"I":8,"V":"192.0.2.1"},{"I":12,"V":"203.0.113.5"},…]`, elements of a flow by their numbers, or a list of such
 * lists: the
 * first flow by the elements' names; null for another value.
 */
export function numberedElements(value: readonly unknown[]): JsonObject | null {
  const [first] = value;
  const list: readonly unknown[] = Array.isArray(first) ? first : value;
  if (!isJsonObject(list[0]) || numberOf(list[0]) === null) return null;
  return flowOf(list.slice(0, MAX_ELEMENTS).map((entry) => elementOf(entry)));
}

/** `{"8":"192.0.2.1","12":"203.0.113.5",…}` by the elements' names; another object as it is. */
export function withElementNames(object: JsonObject): JsonObject {
  if (!("8" in object && "12" in object) && !("27" in object && "28" in object)) return object;
  const keys = Object.keys(object).slice(0, MAX_ELEMENTS);
  return flowOf(keys.map((key) => named(Number(key), object[key]))) ?? object;
}

/** Whether a key is of whoever exports a flow, whose elements are those that have IANA's names. */
export function isOfExporter(key: string, object: JsonObject): boolean {
  if (!key.includes(":") || !SPACED.test(key) || key.startsWith(IANA)) return false;
  return [...SOURCES, ...DESTINATIONS].some((name) => `${IANA}${name}` in object);
}

function elementOf(entry: unknown): [string, unknown] | null {
  if (!isJsonObject(entry)) return null;
  const isOwn = ENTERPRISE_KEYS.some((key) => typeof entry[key] === "number" && entry[key] !== 0);
  const number = isOwn ? null : numberOf(entry);
  return number === null
    ? null
    : named(
        number,
        VALUE_KEYS.map((key) => entry[key]).find((each) => each !== undefined),
      );
}

function numberOf(entry: JsonObject): number | null {
  const number = NUMBER_KEYS.map((key) => entry[key]).find((each) => typeof each === "number");
  return typeof number === "number" ? number : null;
}

function named(number: number, value: unknown): [string, unknown] | null {
  const name = ELEMENTS.get(number);
  return name === undefined || value === undefined ? null : [name, value];
}

/** A flow has both ends. */
function flowOf(elements: readonly ([string, unknown] | null)[]): JsonObject | null {
  const flow: JsonObject = Object.fromEntries(elements.filter((element) => element !== null));
  const hasEnds = [SOURCES, DESTINATIONS].every((names) =>
    names.some((name) => typeof flow[name] === "string"),
  );
  return hasEnds ? flow : null;
}
