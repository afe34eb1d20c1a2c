import type { ParsedMessage } from "../line";
import { transportName } from "./ends/transport";

/** Nothing is left to be found of what firewalls log. */
export function isComplete(message: ParsedMessage): boolean {
  const { eventTimeMicros, srcIp, dstIp, srcPort, dstPort, protocol, action } = message;
  return (
    eventTimeMicros !== null &&
    srcIp !== null &&
    dstIp !== null &&
    srcPort !== null &&
    dstPort !== null &&
    action !== null &&
    protocol !== null &&
    transportName(protocol) === protocol
  );
}

/** Whether both ends are told. */
export function areEnds({ srcIp, dstIp }: ParsedMessage): boolean {
  return srcIp !== null && dstIp !== null;
}

/** Names told both ends with their ports: nothing is left for the form to tell. */
export function areEndsWhole({ srcIp, dstIp, srcPort, dstPort }: ParsedMessage): boolean {
  return srcIp !== null && dstIp !== null && srcPort !== null && dstPort !== null;
}
