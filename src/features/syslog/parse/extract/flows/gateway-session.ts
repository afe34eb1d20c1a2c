import { portNumber } from "../../values/field-text";
import { Hinted } from "../../values/hinted";
import { type Endpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

/** `Context alice@A - … Vserver B:q`: whose session it is, and the gateway's service that he came to. */
const USER_AND_SERVICE = new Hinted(
  /(?:^|[ :,;([])(?:context|user|session|client|log[io]n|account)(?: (?:of|for|by))?[:=]? ?[\w.\\@+-]{1,64}@([\da-f.:]{3,45}|\[[\da-f:]{3,39}\])(?=[\s,;)\]]|:? -).{1,320}?(?<=[:,;-] )(?:v(?:irtual )?server|vip|portal|gateway)(?: (?:ip|address))?[ :=]{1,2}(\[?[\da-f.:]{3,45}\]?:\d{1,5})(?![\w.:])/i,
  "vserver|virtual server|vip|portal|gateway",
);
/**
 * Behind a colon, before its own number and the packet engine that had it: `:  A 392811-PPE0 - profile …`, `: A 7-PPE0
 * session profile …`.
 */
const OF_ENGINE = new Hinted(/ : {1,2}([\da-f.:]{3,45}) {1,2}\d{1,12}-PPE\d{1,3} \S/i, "-ppe");

/** `New SMTP DCID 7 interface A address B port q`: by which end of its own a mail gateway goes to whom. */
const DELIVERY = new Hinted(
  /\bDCID \d{1,12} interface (?:[\w.-]{1,64} \()?([\da-f.:]{3,45})\)? address ([\da-f.:]{3,45})(?: port (\d{1,5})(?![\d.]))?(?![\w.:])/i,
  "dcid ",
);

/** `ive - [A] bob(Users)[Staff] - …`: a gateway's user, his realm and his roles behind where he is. */
const USER =
  /^(?:20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d )?(?:- )?[\w.-]{1,40} - \[([\da-f.:]{3,39})\] (?!System\()[^()[\]]{1,96}\([^()]{0,64}\)\[[^[\]]{0,160}\] - /i;
/** Whom he called through it. */
const CALLED =
  /(?<![a-z])(?:connect(?:ion|ed|ing)?|access|request|tunnel|session) to (?:(?:host|server|resource) )?([\da-f.:]{3,39})(?: port |:)(\d{1,5})(?![\w.:])/i;

/**
 * Who came to a gateway, as its sessions, where nobody else is among the `ends`, and its application firewall write it.
 */
export function gatewayFlow(text: string, ends: readonly Endpoint[]): Flow | null {
  const match = text.includes("@") ? USER_AND_SERVICE.exec(text) : null;
  if (match === null) return delivery(text) ?? ofEngine(text);
  const [source, destination] = [wholeEndpoint(match[1] ?? ""), wholeEndpoint(match[2] ?? "")];
  if (source === null || destination === null) return null;
  const areAll = ends.every(({ ip }) => ip === source.ip || ip === destination.ip);
  return areAll ? placed(match, source, destination) : null;
}

/** The user of a gateway, and whom he called; null for other lines. */
export function gatewayUser(text: string): Flow | null {
  const match = USER.exec(text);
  const source = wholeEndpoint(match?.[1] ?? "");
  if (match === null || source === null) return null;
  const [, address, port = ""] = CALLED.exec(text) ?? [];
  const called = wholeEndpoint(address ?? "");
  return placed(match, source, called === null ? null : { ...called, port: portNumber(port) });
}

function delivery(text: string): Flow | null {
  const match = DELIVERY.exec(text);
  const [source, destination] = [wholeEndpoint(match?.[1] ?? ""), wholeEndpoint(match?.[2] ?? "")];
  if (match === null || source === null || destination === null) return null;
  return placed(match, source, { ...destination, port: portNumber(match[3] ?? "") });
}

function ofEngine(text: string): Flow | null {
  const match = OF_ENGINE.exec(text);
  const source = wholeEndpoint(match?.[1] ?? "");
  return match === null || source === null ? null : placed(match, source, null);
}

function placed({ 0: whole, index }: RegExpExecArray, source: Endpoint, destination: Endpoint | null): Flow {
  return { source, destination, start: index, end: index + whole.length };
}
