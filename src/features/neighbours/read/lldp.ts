import { addressOf } from "#platform/snmp/octets";
import { readPorts, type Ports } from "#platform/snmp/port-names";
import { readOctets, readScalar, readText } from "#platform/snmp/read";
import { numberIn, octetsIn, textIn } from "#platform/snmp/cells";
import { walkTable, type Columns, type Table } from "#platform/snmp/table";
import { type Asked, type Heard, type HeardNeighbour, type LocalPort, inOrder, UNKNOWN_PORT } from "./heard";
import { chassisOf, portName, portOf } from "./identifiers";

type Name =
  | "chassisId"
  | "chassisSubtype"
  | "portSubtype"
  | "portId"
  | "portDescription"
  | "systemName"
  | "systemDescription";

/** IEEE 802.1AB, LLDP-MIB: lldpRemTable, lldpRemManAddrTable (its first column that can be read), lldpLocPortTable. */
const LLDP = "1.0.8802.1.1.2.1";
const REMOTE: Columns<Name> = [
  ["chassisId", `${LLDP}.4.1.1.5`],
  ["chassisSubtype", `${LLDP}.4.1.1.4`],
  ["portSubtype", `${LLDP}.4.1.1.6`],
  ["portId", `${LLDP}.4.1.1.7`],
  ["portDescription", `${LLDP}.4.1.1.8`],
  ["systemName", `${LLDP}.4.1.1.9`],
  ["systemDescription", `${LLDP}.4.1.1.10`],
];
const MANAGEMENT_ADDRESS: Columns<"subtype"> = [["subtype", `${LLDP}.4.2.1.3`]];
const LOCAL_PORT = { subtype: `${LLDP}.3.7.1.2`, id: `${LLDP}.3.7.1.3`, description: `${LLDP}.3.7.1.4` };

/**
 * What an agent has heard by LLDP; nothing where it does not know the MIB.
 * @throws ProbeTrouble where it does not answer, the signal's reason.
 */
export async function readLldp(asked: Asked): Promise<Heard> {
  const { session, options } = asked;
  const remote = await walkTable(session, REMOTE, options);
  if (remote.rows.length === 0) return { neighbours: [], brokenOff: remote.brokenOff };
  const rows = newestRows(remote);
  const [management, local] = await Promise.all([
    walkTable(session, MANAGEMENT_ADDRESS, options),
    readLocalPorts(
      asked,
      rows.map(({ port }) => port),
    ),
  ]);
  const addresses = addressesOf(management);
  const neighbours = rows.flatMap(({ key, port, row }): HeardNeighbour[] => {
    const chassis = chassisOf({
      subtype: numberIn(row, "chassisSubtype"),
      octets: octetsIn(row, "chassisId"),
    });
    // Nothing to know it by.
    if (chassis === undefined) return [];
    const remotePort = { subtype: numberIn(row, "portSubtype"), octets: octetsIn(row, "portId") };
    const description = textIn(row, "portDescription");
    const localPort = local.ports.get(port) ?? UNKNOWN_PORT;
    return [
      {
        protocol: "lldp",
        localPortIndex: port,
        localPortId: localPort.id,
        localPortDescription: localPort.description,
        localPortName: localPort.name,
        remotePortName: portName(remotePort, description),
        remoteChassisId: chassis.text,
        remotePortId: portOf(remotePort)?.text ?? null,
        remotePortDescription: description,
        remoteSystemName: textIn(row, "systemName"),
        remoteSystemDescription: textIn(row, "systemDescription"),
        macAddress: chassis.macAddress,
        addresses: inOrder([
          ...(addresses.get(key) ?? []),
          ...(chassis.address === null ? [] : [chassis.address]),
        ]),
      },
    ];
  });
  return { neighbours, brokenOff: remote.brokenOff ?? management.brokenOff ?? local.brokenOff };
}

type Row = Table<Name>["rows"][number];

/**
 * Of one neighbour at one port the row with the latest time mark: some agents give a row for every time that is asked
 * for.
 */
function newestRows({ rows }: Table<Name>): { key: string; port: number; row: Row }[] {
  const newest = new Map<string, { key: string; port: number; row: Row }>();
  for (const row of rows) {
    const [, port, neighbour, ...more] = row.index;
    if (port === undefined || neighbour === undefined || more.length > 0) continue;
    const key = `${port}.${neighbour}`;
    newest.set(key, { key, port, row });
  }
  return [...newest.values()];
}

/** Index: time mark, port, neighbour, family (1 IPv4, 2 IPv6), number of octets, octets. */
function addressesOf({ rows }: Table<"subtype">): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { index } of rows) {
    const [, port, neighbour, family, length, ...octets] = index;
    const address = octets.length === length ? addressOf(octets) : undefined;
    if (address === undefined || (family !== 1 && family !== 2)) continue;
    const key = `${port}.${neighbour}`;
    found.set(key, [...(found.get(key) ?? []), address]);
  }
  return found;
}

function readLocalPorts(asked: Asked, ports: readonly number[]): Promise<Ports<LocalPort>> {
  const { session } = asked;
  return readPorts(asked, ports, async (port, limits): Promise<LocalPort> => {
    const [subtype, id, description] = await Promise.all([
      readScalar(session, `${LOCAL_PORT.subtype}.${port}`, limits),
      readOctets(session, `${LOCAL_PORT.id}.${port}`, limits),
      readText(session, `${LOCAL_PORT.description}.${port}`, limits),
    ]);
    const number = subtype?.number ?? null;
    const given = { subtype: number === null ? null : Number(number), octets: id };
    return { id: portOf(given)?.text ?? null, description, name: portName(given, description) };
  });
}
