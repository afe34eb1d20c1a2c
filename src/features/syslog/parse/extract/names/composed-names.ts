import type { NamedField } from "./known-names";
import { wordsOf } from "../../values/word-list";

/** Words for the two ends, and what vendors put before and behind them: `conn_src_ip`, `peerAddr`, `tcp.dst.port`. */
const SOURCES = wordsOf(
  "src source client orig originator originating initiator attacker caller requester requestor sender actor access login logon visitor",
);
const DESTINATIONS = wordsOf(
  "dst dest destination server resp responder victim target vserver virtualserver vip recipient recipients",
);
const REMOTES = wordsOf("remote peer foreign");
const LOCALS = ["local"];
const ADDRESSES = wordsOf(
  `ip addr address ipaddr ipaddress ipv4 ipv6 ip4 ip6 ipv4address ipv6address ipv4addr ipv6addr ipaddressv4 ipaddressv6
  inetaddress networkaddress netaddr hostip hostaddr hostaddress nodeip endpointip endpointaddress hostipaddress
  machineip deviceip infoip detailsip objectip systemip`,
);
const PORTS = wordsOf(
  "port prt portnumber portno portnum l4port tcpport udpport transportport endpointport hostport ipport serviceport",
);
const LAYERS = wordsOf(
  "conn connection flow session packet pkt network net nw ip l3 l4 tcp udp public private real",
);
const SHORT_ADDRESSES = ["ip", "addr", "address", "ipaddr", "ipaddress"];
const NAT_SOURCES = wordsOf("src source client initiator originator");
const NAT_DESTINATIONS = wordsOf("dst dest destination server responder target");
const TRANSLATIONS = wordsOf("nat natted translated xlate xlated postnat trans mapped");
const WAYS_IN = wordsOf("in ingress input inbound incoming src source recv rcv rcvd rx receive received");
const WAYS_OUT = wordsOf("out egress output outbound outgoing dst dest destination send snd sent tx xmit");
const INTERFACES = wordsOf("if iface intf int interface ifname intfname interfacename dev device itf ifc");
/** Before the way, as `if_in`; a device's source is something else. */
const PLACES = wordsOf("if iface intf interface ifname ifc nic");
/** Of an end's own: by which interface it is reached. */
const ENDS_IN = wordsOf("initiator originator orig origin from");
const ENDS_OUT = wordsOf("responder resp to target");
const END_INTERFACES = wordsOf("iface intf interface ifname interfacename ifc");
const SHORT_WAYS_IN = wordsOf("in ingress input src rx");
const SHORT_WAYS_OUT = wordsOf("out egress output dst tx");
/** A way alone, whose value is an interface, as people and Germans, French, Spaniards and Italians call it. */
const OWN_WAYS_IN = wordsOf(
  "rx rcv recv receivedon recvon arrivedon enteredon incomingon eingang entree entrada ingresso",
);
const OWN_WAYS_OUT = wordsOf("tx xmit senton leftby forwardedon outgoingon ausgang sortie salida uscita");
/** Words for what an address is seen as from outside, and for whose it is. */
const OUTSIDES = wordsOf("pub public outside external extern global natted nated mapped postnat xlated");
const SUBSCRIBERS = wordsOf("subs sub subscriber insidesrc");
const SENT = wordsOf(
  "sent send tx out up upload src source orig client initiator toserver c2s fwd forward request",
);
const RECEIVED = wordsOf(
  "rcvd rcv recv received receive rx in down download dst dest resp server responder toclient s2c rev reverse response",
);
/** Not those of an end, which may be the next key: `packet src 192.0.2.1`. */
const SENT_BEHIND = wordsOf("sent send out tx xmt xmit toserver up");
const RECEIVED_BEHIND = wordsOf("received rcvd recv rcv in rx toclient down");
const BYTES = wordsOf("bytes byte octets bytecount bytescount octetcount bytetotal packetbytes");
const PACKETS = wordsOf("packets packet pkts pkt packetcount packetscount pktcount pktscount");
const TOTALS = wordsOf("total num number sum flow session conn connection traffic network");
/** What an event failed by or was ended with, and what says more of it. */
const FAILURES = wordsOf(
  "error err failure fail denial deny denied block blocked drop dropped reject rejection refusal",
);
const ENDINGS = wordsOf(
  "end sessionend close closing termination terminate disconnect disconnection abort status result outcome decision verdict action policy event fail",
);
const LOGINS = wordsOf("login logon auth authentication signin access session connection conn request");
const EXPLANATIONS = wordsOf("message msg detail details description desc text string cause explanation");
const JUDGES = wordsOf(
  "fw firewall policy rule acl security traffic session flow conn connection event packet filter waf final nw network dvc device appliance",
);

/** Names of a field that are put together of words that all vendors use, 8,000 in all, made anew at each call. */
export function composedNames(): [field: NamedField, names: readonly string[]][] {
  return [
    [
      "srcIp",
      [...namesOf(SOURCES, ADDRESSES, SHORT_ADDRESSES), ...joined(SUBSCRIBERS, SHORT_ADDRESSES), "srcap"],
    ],
    ["dstIp", [...namesOf(DESTINATIONS, ADDRESSES, SHORT_ADDRESSES), "dstap"]],
    ["srcPort", [...namesOf(SOURCES, PORTS, ["port"]), ...joined(SUBSCRIBERS, ["port"]), "tpsrc"]],
    ["dstPort", [...namesOf(DESTINATIONS, PORTS, ["port"]), "tpdst"]],
    [
      "remoteIp",
      [...bothOrders(REMOTES, ADDRESSES), "remoteipdetailsipaddressv4", "remoteipdetailsipaddressv6"],
    ],
    ["remotePort", [...bothOrders(REMOTES, PORTS), "remoteportdetailsport"]],
    ["localIp", [...bothOrders(LOCALS, ADDRESSES), "localipdetailsipaddressv4", "localipdetailsipaddressv6"]],
    ["localPort", [...bothOrders(LOCALS, PORTS), "localportdetailsport"]],
    [
      "natSrcIp",
      [
        ...translated(NAT_SOURCES, ["", ...SHORT_ADDRESSES]),
        ...translated(["s"], SHORT_ADDRESSES),
        ...joined(OUTSIDES, SHORT_ADDRESSES),
      ],
    ],
    [
      "natDstIp",
      [...translated(NAT_DESTINATIONS, ["", ...SHORT_ADDRESSES]), ...translated(["d"], SHORT_ADDRESSES)],
    ],
    [
      "natSrcPort",
      [...translated(NAT_SOURCES, ["port"]), ...translated(["s"], ["port"]), ...joined(OUTSIDES, ["port"])],
    ],
    ["natDstPort", [...translated(NAT_DESTINATIONS, ["port"]), ...translated(["d"], ["port"])]],
    [
      "interface",
      [
        ...joined(["", "dvc", "device", "flow", "conn"], joined(WAYS_IN, INTERFACES)),
        ...joined(PLACES, SHORT_WAYS_IN),
        ...joined(ENDS_IN, END_INTERFACES),
      ],
    ],
    [
      "interfaceOut",
      [
        ...joined(["", "dvc", "device", "flow", "conn"], joined(WAYS_OUT, INTERFACES)),
        ...joined(PLACES, SHORT_WAYS_OUT),
        ...joined(ENDS_OUT, END_INTERFACES),
      ],
    ],
    ["placeIn", [...joined(SHORT_WAYS_IN, ["port"]).filter((name) => name !== "srcport"), ...OWN_WAYS_IN]],
    ["placeOut", [...joined(SHORT_WAYS_OUT, ["port"]).filter((name) => name !== "dstport"), ...OWN_WAYS_OUT]],
    [
      "protocol",
      joined(
        wordsOf("ip l4 transport network net nw session flow traffic conn connection pkt packet dd d"),
        wordsOf("proto protocol protocolname protoname protocolid protocolnumber protocoltype prot"),
      ),
    ],
    ["action", joined(JUDGES, wordsOf("action verdict disposition"))],
    ["outcome", joined(JUDGES, wordsOf("decision outcome result status"))],
    ["bytes", [...bothOrders(TOTALS, BYTES), ...BYTES]],
    ["bytesSent", [...joined(SENT, BYTES), ...joined(BYTES, SENT_BEHIND)]],
    ["bytesReceived", [...joined(RECEIVED, BYTES), ...joined(BYTES, RECEIVED_BEHIND)]],
    ["packets", [...bothOrders(TOTALS, PACKETS), ...PACKETS.filter((name) => name !== "packet")]],
    ["packetsSent", [...joined(SENT, PACKETS), ...joined(PACKETS, SENT_BEHIND)]],
    ["packetsReceived", [...joined(RECEIVED, PACKETS), ...joined(PACKETS, RECEIVED_BEHIND)]],
    [
      "ruleId",
      joined(
        wordsOf(
          `fw firewall policy acl security filter matched matching access waf nw network hit match triggered applied effective
          enforced final terminating blocking deny allow ips ids threat web url app application content dlp traffic session
          detection dns ztna segmentation microseg proxy`,
        ),
        wordsOf("rule rulename ruleid ruleno rulenumber ruleuid policy policyname policyid"),
      ),
    ],
    [
      "reason",
      [
        ...joined([...FAILURES, ...ENDINGS], wordsOf("reason reasons cause")),
        ...joined(FAILURES, EXPLANATIONS),
        ...joined(joined(["", ...FAILURES, ...ENDINGS], ["reason"]), [...EXPLANATIONS, "name", "phrase"]),
        ...joined(LOGINS, wordsOf("error failure errormessage errorreason failurereason failreason")),
      ],
    ],
  ];
}

function namesOf(sides: readonly string[], kinds: readonly string[], short: readonly string[]): string[] {
  const plain = sides.slice(0, 3);
  return [
    ...bothOrders(sides, kinds),
    ...LAYERS.flatMap((layer) => joined(plain, short).map((name) => layer + name)),
    ...LAYERS.flatMap((layer) => plain.map((side) => side + layer)).flatMap((head) => joined([head], short)),
  ];
}

function translated(sides: readonly string[], kinds: readonly string[]): string[] {
  return TRANSLATIONS.flatMap((word) => [
    ...joined(joined([word], sides), kinds),
    ...joined(joined(sides, [word]), kinds),
  ]);
}

function bothOrders(left: readonly string[], right: readonly string[]): string[] {
  return [...joined(left, right), ...joined(right, left)];
}

function joined(left: readonly string[], right: readonly string[]): string[] {
  return left.flatMap((first) => right.map((second) => first + second));
}
