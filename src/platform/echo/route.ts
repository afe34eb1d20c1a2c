import { codeOf } from "../error-code";
import type { EchoTrouble } from "./answer";

/** The discard service; nothing is sent to it. */
const PORT = 9;
const NO_ROUTE: EchoTrouble = { kind: "no_route", message: "no route to the address" };

const TROUBLES: Record<string, EchoTrouble> = {
  ENETDOWN: { kind: "network_down", message: "the network is down here" },
  ENETUNREACH: NO_ROUTE,
  EHOSTUNREACH: NO_ROUTE,
  EADDRNOTAVAIL: NO_ROUTE,
  EAFNOSUPPORT: NO_ROUTE,
  EINVAL: NO_ROUTE,
  EACCES: { kind: "not_permitted", message: "a rule of this machine forbids it" },
};

/**
 * Why this machine could send nothing to an address; null: it has a route. Asks the kernel alone, by connecting a UDP
 * socket.
 */
export async function findRouteTrouble(address: string): Promise<EchoTrouble | null> {
  try {
    const hostname = address.includes(":") ? "::" : "0.0.0.0";
    const socket = await Bun.udpSocket({ hostname, connect: { hostname: address, port: PORT } });
    socket.close();
    return null;
  } catch (error) {
    return TROUBLES[codeOf(error) ?? ""] ?? null;
  }
}
