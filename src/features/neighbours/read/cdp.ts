import { addressOf } from "#platform/snmp/octets";
import { IF_ALIAS, IF_DESCR, readPorts, type Ports } from "#platform/snmp/port-names";
import { readText } from "#platform/snmp/read";
import { numberIn, octetsIn, textIn } from "#platform/snmp/cells";
import { walkTable, type Columns, type TableRow } from "#platform/snmp/table";
import { type Asked, type Heard, type HeardNeighbour, type LocalPort, inOrder, UNKNOWN_PORT } from "./heard";
import { macAddressInText } from "./identifiers";

type Name = "deviceId" | "addressType" | "address" | "version" | "port" | "platform" | "systemName";

/** CISCO-CDP-MIB, cdpCacheTable. */
const CACHE = "1.3.6.1.4.1.9.9.23.1.2.1.1";
const CDP: Columns<Name> = [
  ["deviceId", `${CACHE}.6`],
  ["addressType", `${CACHE}.3`],
  ["address", `${CACHE}.4`],
  ["version", `${CACHE}.5`],
  ["port", `${CACHE}.7`],
  ["platform", `${CACHE}.8`],
  ["systemName", `${CACHE}.17`],
];
/** CiscoNetworkProtocol: ip and ipv6. */
const OCTETS_OF_TYPE: Readonly<Record<number, number>> = { 1: 4, 20: 16 };
/** Some devices put their serial number behind the name. */
const SERIAL = /\s*\([^()]*\)$/;

/**
 * What an agent has heard by CDP; nothing where it does not know the MIB.
 * @throws ProbeTrouble where it does not answer, the signal's reason.
 */
export async function readCdp(asked: Asked): Promise<Heard> {
  const cache = await walkTable(asked.session, CDP, asked.options);
  const rows = cache.rows.filter(({ index }) => index.length === 2);
  if (rows.length === 0) return { neighbours: [], brokenOff: cache.brokenOff };
  const local = await readLocalPorts(
    asked,
    rows.map(({ index: [port = 0] }) => port),
  );
  const neighbours = rows.flatMap((row) => {
    const [port = 0] = row.index;
    return neighbourOf(row, { port, local: local.ports.get(port) ?? UNKNOWN_PORT }) ?? [];
  });
  return { neighbours, brokenOff: cache.brokenOff ?? local.brokenOff };
}

function neighbourOf(
  row: TableRow<Name>,
  { port, local }: { port: number; local: LocalPort },
): HeardNeighbour | undefined {
  const deviceId = textIn(row, "deviceId");
  if (deviceId === null) return undefined;
  const remotePort = textIn(row, "port");
  const macAddress = macAddressInText(deviceId);
  const address = addressIn(row);
  const name = textIn(row, "systemName") ?? (macAddress === undefined ? nameIn(deviceId) : null);
  return {
    protocol: "cdp",
    localPortIndex: port,
    localPortId: local.id,
    localPortDescription: local.description,
    localPortName: local.name,
    remotePortName: remotePort,
    remoteChassisId: macAddress?.toUpperCase() ?? deviceId,
    remotePortId: remotePort,
    remotePortDescription: null,
    remoteSystemName: name,
    remoteSystemDescription: textIn(row, "version") ?? textIn(row, "platform"),
    macAddress: macAddress ?? null,
    addresses: inOrder(address === undefined ? [] : [address]),
  };
}

function nameIn(deviceId: string): string | null {
  return deviceId.replace(SERIAL, "") || null;
}

function addressIn(row: TableRow<Name>): string | undefined {
  const octets = octetsIn(row, "address");
  if (OCTETS_OF_TYPE[numberIn(row, "addressType") ?? 0] !== octets.length) return undefined;
  return addressOf([...octets]);
}

/** The neighbour announces its ports by ifDescr, so this end is called by that, too. */
function readLocalPorts(asked: Asked, ports: readonly number[]): Promise<Ports<LocalPort>> {
  const { session } = asked;
  return readPorts(asked, ports, async (port, limits): Promise<LocalPort> => {
    const [name, alias] = await Promise.all([
      readText(session, `${IF_DESCR}.${port}`, limits),
      readText(session, `${IF_ALIAS}.${port}`, limits),
    ]);
    return { id: name, description: alias, name };
  });
}
