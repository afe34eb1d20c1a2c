import { MaxAccess, MibProviderType, ObjectType, type createAgent } from "net-snmp";
import { DATA_CENTRE_DEVICES, DATA_CENTRE_LINKS } from "./data-centre";

export type Mib = ReturnType<ReturnType<typeof createAgent>["getMib"]>;
type Cable = { neighbour: string; port: string; remotePort: string };

/** Plugged in by somebody who told nobody: the map suggests it. */
const FORGOTTEN: Cable & { at: string } = {
  at: "fra-core-1",
  neighbour: "fra-nas-1",
  port: "Ethernet48",
  remotePort: "eth1",
};

const LLDP = "1.0.8802.1.1.2.1";
const [MAC_ADDRESS, INTERFACE_NAME] = [4, 5];
/** Time mark, port and number of the neighbour; then what it says of itself. */
const REMOTE_COLUMNS =
  "Integer Integer Integer Integer OctetString Integer OctetString OctetString OctetString";
const READ_ONLY = MaxAccess["read-only"] ?? 0;

/**
 * Has an agent say what a device of the data centre has heard by LLDP: whatever is linked to it, and a cable that no
 * map has.
 */
export function addNeighbours(mib: Mib, hostname: string): void {
  addTable(mib, "lldpLocPortTable", {
    oid: `${LLDP}.3.7.1`,
    columns: "Integer Integer OctetString OctetString",
    index: 1,
  });
  addTable(mib, "lldpRemTable", {
    oid: `${LLDP}.4.1.1`,
    columns: REMOTE_COLUMNS,
    index: 3,
  });
  for (const [at, { neighbour, port, remotePort }] of cablesOf(hostname).entries()) {
    const device = DATA_CENTRE_DEVICES.find((one) => one.hostname === neighbour);
    if (device === undefined) continue;
    const number = at + 1;
    const chassis = Buffer.from(device.mac_address.replaceAll(":", ""), "hex");
    mib.addTableRow("lldpLocPortTable", [number, INTERFACE_NAME, port, `to ${neighbour}`]);
    const remote = [chassis, INTERFACE_NAME, remotePort, `to ${hostname}`, neighbour];
    mib.addTableRow("lldpRemTable", [0, number, 1, MAC_ADDRESS, ...remote]);
  }
}

function cablesOf(hostname: string): Cable[] {
  const linked = DATA_CENTRE_LINKS.flatMap(({ from, to, port }): Cable[] => {
    if (from === hostname) return [{ neighbour: to, port, remotePort: `Ethernet-${hostname}` }];
    return to === hostname ? [{ neighbour: from, port: `Ethernet-${from}`, remotePort: port }] : [];
  });
  return FORGOTTEN.at === hostname ? [...linked, FORGOTTEN] : linked;
}

/** A table whose first columns are its index; texts among them are of `length` octets, or of any. */
export function addTable(
  mib: Mib,
  name: string,
  { oid, columns, index, length }: { oid: string; columns: string; index: number; length?: number },
): void {
  const noAccess = MaxAccess["not-accessible"] ?? 0;
  mib.registerProvider({
    name,
    type: MibProviderType.Table,
    oid,
    maxAccess: noAccess,
    tableColumns: columns.split(" ").map((type, at) => ({
      number: at + 1,
      name: `${name}${at + 1}`,
      type: ObjectType[type] ?? 0,
      maxAccess: at < index ? noAccess : READ_ONLY,
    })),
    tableIndex: Array.from({ length: index }, (_, at) => ({
      columnName: `${name}${at + 1}`,
      ...(length !== undefined && { length }),
    })),
  });
}
