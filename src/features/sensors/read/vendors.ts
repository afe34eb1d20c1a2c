import { scalarGroup, tableGroup, type Scalar, type SensorTable } from "./groups";
import type { Group, Statuses } from "./reading";

/** CISCO-ENVMON-MIB, CiscoEnvMonState. */
const ENVMON: Statuses = {
  1: ["ok", "normal"],
  2: ["warning", "warning"],
  3: ["critical", "critical"],
  4: ["critical", "shut down"],
  5: ["unknown", "not present"],
  6: ["critical", "not functioning"],
};
const NOT_PRESENT = 5;
const isPresent = (state: number | null) => state !== NOT_PRESENT;

const CISCO = "1.3.6.1.4.1.9.9";
const UCD = "1.3.6.1.4.1.2021";
const JUNIPER = "1.3.6.1.4.1.2636.3.1.13.1";

/** Tables of makers that have a sensor in each row. */
const TABLES: readonly SensorTable[] = [
  // CISCO-PROCESS-MIB: cpmCPUTotal5minRev.
  {
    name: "cisco-cpu",
    category: "cpu",
    unit: "%",
    value: `${CISCO}.109.1.1.1.1.8`,
    title: null,
    noun: "CPU",
  },
  // CISCO-ENVMON-MIB: voltage, temperature, fans, supplies, each with its state.
  {
    name: "cisco-voltage",
    category: "voltage",
    unit: "V",
    step: 0.001,
    value: `${CISCO}.13.1.2.1.3`,
    title: `${CISCO}.13.1.2.1.2`,
    noun: "Voltage",
    status: { column: `${CISCO}.13.1.2.1.7`, statuses: ENVMON },
  },
  {
    name: "cisco-temperature",
    category: "temperature",
    unit: "°C",
    value: `${CISCO}.13.1.3.1.3`,
    title: `${CISCO}.13.1.3.1.2`,
    noun: "Temperature",
    status: { column: `${CISCO}.13.1.3.1.6`, statuses: ENVMON },
  },
  {
    name: "cisco-fan",
    category: "fan",
    value: null,
    title: `${CISCO}.13.1.4.1.2`,
    noun: "Fan",
    status: { column: `${CISCO}.13.1.4.1.3`, statuses: ENVMON },
    isSensor: isPresent,
  },
  {
    name: "cisco-supply",
    category: "power",
    value: null,
    title: `${CISCO}.13.1.5.1.2`,
    noun: "Supply",
    status: { column: `${CISCO}.13.1.5.1.3`, statuses: ENVMON },
    isSensor: isPresent,
  },
  // JUNIPER-MIB: jnxOperatingCPU, jnxOperatingBuffer, jnxOperatingTemp; zero where a part has none.
  {
    name: "juniper-memory",
    category: "memory",
    unit: "%",
    value: `${JUNIPER}.11`,
    title: `${JUNIPER}.5`,
    noun: "Memory",
    isSensor: (percent) => percent !== 0,
  },
  {
    name: "juniper-temperature",
    category: "temperature",
    unit: "°C",
    value: `${JUNIPER}.7`,
    title: `${JUNIPER}.5`,
    noun: "Temperature",
    isSensor: (celsius) => celsius !== 0,
  },
  // LM-SENSORS-MIB: thousandths of a degree and of a volt; a negative one comes as a huge one (`signedGauge`).
  {
    name: "lm-fan",
    category: "fan",
    unit: "rpm",
    value: `${UCD}.13.16.3.1.3`,
    title: `${UCD}.13.16.3.1.2`,
    noun: "Fan",
  },
  // UCD-SNMP-MIB: laLoad, as text with two decimals.
  { name: "ucd-load", category: "cpu", value: `${UCD}.10.1.3`, title: `${UCD}.10.1.2`, noun: "Load" },
];

/** FORTINET-FORTIGATE-MIB: fgSysCpuUsage, fgSysMemUsage. */
const FORTINET: readonly Scalar[] = [
  { oid: "1.3.6.1.4.1.12356.101.4.1.3.0", category: "cpu", name: "CPU", unit: "%" },
  { oid: "1.3.6.1.4.1.12356.101.4.1.4.0", category: "memory", name: "Memory", unit: "%" },
];

const MIKROTIK = "1.3.6.1.4.1.14988.1.1.3";

/**
 * MIKROTIK-MIB: mtxrHlVoltage, mtxrHlTemperature, mtxrHlProcessorTemperature, mtxrHlPower, in tenths. Boards have some
 * of them.
 */
const MIKROTIK_HEALTH: Readonly<Record<string, Scalar>> = {
  board: { oid: `${MIKROTIK}.10.0`, category: "temperature", name: "Board", unit: "°C", step: 0.1 },
  processor: { oid: `${MIKROTIK}.11.0`, category: "temperature", name: "Processor", unit: "°C", step: 0.1 },
  input: { oid: `${MIKROTIK}.8.0`, category: "voltage", name: "Input", unit: "V", step: 0.1 },
  power: { oid: `${MIKROTIK}.12.0`, category: "power", name: "Power", unit: "W", step: 0.1 },
};

/** What makers have by tables and variables of their own. */
export const VENDOR_GROUPS: readonly Group[] = [
  ...TABLES.map(tableGroup),
  scalarGroup("fortinet", FORTINET),
  ...Object.entries(MIKROTIK_HEALTH).map(([name, scalar]) => scalarGroup(`mikrotik-${name}`, [scalar])),
];
