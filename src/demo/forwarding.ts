import { addressOf, DATA_CENTRE_DEVICES, DEPENDENCIES } from "./data-centre";
import { addTable, type Mib } from "./lldp";

const BRIDGE = "1.3.6.1.2.1.17";
const LEARNED = 3;
const MAC_OCTETS = 6;
/** Virtual machines of a hypervisor, which are no devices of the inventory. */
const GUESTS = 9;
const DYNAMIC = 3;
const IPV4 = 1;
/** As the agent numbers its ports; every seventh is down. */
const UPLINK = 45;
const USED_PORTS = Array.from({ length: 44 }, (_, at) => at + 1).filter((port) => port % 7 !== 0);

/**
 * Has an agent say behind which of its ports a switch of the data centre has learned which MAC addresses, and whose the
 * addresses are.
 */
export function addForwarding(mib: Mib, hostname: string): void {
  addTable(mib, "dot1dBasePortTable", { oid: `${BRIDGE}.1.4.1`, columns: "Integer Integer", index: 1 });
  addTable(mib, "dot1dTpFdbTable", {
    oid: `${BRIDGE}.4.3.1`,
    columns: "OctetString Integer Integer",
    index: 1,
    length: MAC_OCTETS,
  });
  const stations = Map.groupBy(stationsOf(hostname), ({ towards }) => towards);
  for (const [at, [towards, own]] of [...stations].entries()) {
    const port = isUplink(hostname, towards) ? UPLINK : (USED_PORTS[at] ?? 0);
    mib.addTableRow("dot1dBasePortTable", [port, port]);
    for (const { mac } of own) mib.addTableRow("dot1dTpFdbTable", [octetsOf(mac), port, LEARNED]);
  }
  if (hostname.includes("-core-")) addArp(mib);
}

function addArp(mib: Mib): void {
  addTable(mib, "ipNetToPhysicalTable", {
    oid: "1.3.6.1.2.1.4.35.1",
    columns: "Integer Integer OctetString OctetString TimeTicks Integer",
    index: 3,
  });
  for (const { hostname, mac_address: mac } of DATA_CENTRE_DEVICES) {
    const address = Buffer.from(addressOf(hostname).split(".").map(Number));
    mib.addTableRow("ipNetToPhysicalTable", [1, IPV4, address, octetsOf(mac), 0, DYNAMIC]);
  }
}

/** `towards` is the device at the other end of the port's cable. */
type Station = { mac: string; towards: string };

/** What a switch has learned: its own machines at their ports, those of others behind the core, or behind the leaf. */
function stationsOf(hostname: string): Station[] {
  return DATA_CENTRE_DEVICES.flatMap(({ hostname: name, mac_address: mac }): Station[] => {
    if (name === hostname) return [];
    const towards = nextOnTheWay(hostname, name);
    const guests = name.includes("-hv-") ? guestsOf(mac) : [];
    return towards === undefined ? [] : [mac, ...guests].map((own) => ({ mac: own, towards }));
  });
}

function guestsOf(mac: string): string[] {
  return Array.from({ length: GUESTS }, (_, index) => `52:54:00:${mac.slice(-5)}:${index}${index}`);
}

/** Of the two switches that a device hangs on it uses the first. */
function parentOf(hostname: string): string | undefined {
  return DEPENDENCIES.find(({ device }) => device === hostname)?.parents[0];
}

function nextOnTheWay(from: string, to: string): string | undefined {
  const parent = parentOf(to);
  if (parent === from) return to;
  if (from.includes("-leaf-")) return parentOf(from);
  return parent?.includes("-leaf-") === true ? parent : undefined;
}

function isUplink(hostname: string, towards: string): boolean {
  return parentOf(hostname) === towards;
}

function octetsOf(mac: string): Buffer {
  return Buffer.from(mac.replaceAll(":", ""), "hex");
}
