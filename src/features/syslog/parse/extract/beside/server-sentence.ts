import { Hinted } from "../../values/hinted";
import type { ParsedMessage } from "../../line";
import { transportName } from "../ends/transport";
import { securityRule } from "./beside-flow";
import { takeRefusal } from "./beside-verdicts";
import { takeHandedOn, takeReason } from "./server-answers";
import { askedPort, takeFarPeer, takeOwnSide, takePort } from "./server-peers";

/** `192.0.2.1:5060/UDP`, `192.0.2.1:5060 (udp)`, `192.0.2.1:5060 via tcp`. */
const TRANSPORT_OF_PEER = new Hinted(
  /:\d{1,5}(?:\/| \((?:prot(?:o(?:col)?)?[:= ] ?)?| (?:via|over|using|by) )(tcp|udp|sctp)(?![\w-])/i,
  "tcp|udp|sctp",
);

/** Takes what the sentence of a server says beside the peer that its parser has read. */
export function completeServer(body: string, message: ParsedMessage): void {
  takeFarPeer(body, message);
  if (body.includes("ed to ")) takeHandedOn(body, message);
  takeRefusal(body, message);
  const mayHavePort = body.includes("port ") || body.includes("', ");
  if (message.srcPort === null && mayHavePort) takePort(body, message);
  if (message.srcPort !== null) message.protocol ??= transportName(TRANSPORT_OF_PEER.exec(body)?.[1] ?? "");
  message.ruleId ??= securityRule(body);
  takeReason(body, message);
  message.dstPort ??= askedPort(body, message);
  takeOwnSide(body, message);
}
