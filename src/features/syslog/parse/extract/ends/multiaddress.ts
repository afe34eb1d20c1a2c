/** How libp2p writes an end: `/ip4/192.0.2.1/tcp/4001/p2p/Qm…`. */
const MULTIADDRESS =
  /(?<![\w.-])\/ip(?:4\/((?:\d{1,3}\.){3}\d{1,3})|6\/([\da-f:.]{2,45}))(?:\/(tcp|udp)\/(\d{1,5})(?:\/[\w.-]{1,96}){0,6}|(?:\/p2p\/\w{1,96})?)(?![\w/])/gi;
const FOURTH = "/ip4/";
const SIXTH = "/ip6/";
/** By way of a relay, whose address it is then. */
const RELAYED = "p2p-circuit";

/** A text whose ends are written as paths with these as `192.0.2.1:4001/tcp`; any other as it is. */
export function withoutMultiaddresses(text: string): string {
  if ((!text.includes(FOURTH) && !text.includes(SIXTH)) || text.includes(RELAYED)) return text;
  return text.replaceAll(
    MULTIADDRESS,
    (_, ...[fourth, sixth = "", transport, port]: (string | undefined)[]) => {
      const address = fourth ?? (port === undefined ? sixth : `[${sixth}]`);
      return port === undefined ? address : `${address}:${port}/${(transport ?? "").toLowerCase()}`;
    },
  );
}
