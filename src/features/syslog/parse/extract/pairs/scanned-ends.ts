import { isJsonObject, type JsonObject } from "../../values/json-values";
import { portNumber } from "../../values/field-text";
import { canonicalAddress } from "../../values/ip-address";
import { isClientPort } from "../../values/port-ranges";
import { scalarText } from "../names/object-values";

const ADDRESSES = ["ip", "addr", "address", "host", "target", "ipv4", "ipv6"];
const STATES = ["status", "state", "port_state", "portState"];
const STATE = /^(?:open|closed|filtered|unfiltered|open\|filtered)$/i;
const PROTOCOLS = ["proto", "protocol", "transport"];

/**
 * What a scanner found, by whom it scanned: `{"ip":"A","ports":[{"port":443,"proto":"tcp","status":"open"}]}`, and
 * `{"host":"A","port":443,"state":"open"}`. Another object as it is.
 */
export function withScannedEnd(object: JsonObject): JsonObject {
  const key = ADDRESSES.find((name) => canonicalAddress(scalarText(object[name], false)) !== null);
  if (key === undefined) return object;
  const found = Array.isArray(object["ports"]) ? object["ports"] : [object];
  const ports = found.filter((each) => isJsonObject(each)).filter(hasState);
  const [first, other] = ports;
  if (first === undefined || ports.length < found.length) return object;
  // A client's connection has such a state, too.
  if (first === object && isClientPort(portNumber(scalarText(first["port"], false)))) return object;
  const { [key]: ip, ports: _, port: __, ...rest } = object;
  const protocol = PROTOCOLS.map((name) => first[name]).find((each) => each !== undefined);
  const end = { dst_port: first["port"], ...(protocol === undefined ? {} : { protocol }) };
  return { dst_ip: ip, ...rest, ...(other === undefined ? end : {}) };
}

function hasState(port: JsonObject): boolean {
  if (portNumber(scalarText(port["port"], false)) === null) return false;
  return STATES.some((name) => STATE.test(scalarText(port[name], false)));
}
