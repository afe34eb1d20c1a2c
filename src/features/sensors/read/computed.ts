import { walkTable, type Columns, type TableRow } from "#platform/snmp/table";
import { MAX_ROWS, readNumber } from "./groups";
import {
  describeOctets,
  identifierIn,
  numberIn,
  percentOf,
  sensorValue,
  textIn,
  type Asked,
  type Group,
  type GroupReadings,
  type Reading,
} from "./reading";

const HOST = "1.3.6.1.2.1.25";
const UCD = "1.3.6.1.4.1.2021";
const CISCO_POOL = "1.3.6.1.4.1.9.9.48.1.1.1";
const JUNIPER = "1.3.6.1.4.1.2636.3.1.13.1";

/** Cores that are sensors of their own; all of them count for the mean. */
const MAX_CORES = 16;
/** What stands for a negative number in a Gauge32. */
const GAUGE_RANGE = 2 ** 32;

/** HOST-RESOURCES-MIB (RFC 2790): hrProcessorLoad, the mean of all cores and each of the first 16. */
export const PROCESSORS: Group = {
  name: "hr-cpu",
  async read({ session, options }) {
    const column = `${HOST}.3.3.1.2`;
    const { rows, brokenOff } = await walkTable(session, [["load", column]], {
      ...options,
      mostRows: MAX_ROWS,
    });
    const cores = rows.flatMap((row) => {
      const load = numberIn(row, "load");
      return load === null ? [] : [{ index: row.index.join("."), load }];
    });
    const [first] = cores;
    if (first === undefined) return { readings: [], isWhole: brokenOff === null };
    const cpu = (reading: Pick<Reading, "key" | "name" | "value" | "oid">): Reading => {
      return { category: "cpu", unit: "%", status: null, words: null, ...reading };
    };
    const mean = cores.reduce((sum, { load }) => sum + load, 0) / cores.length;
    const own = cores.length === 1 ? [] : cores.slice(0, MAX_CORES);
    return {
      readings: [
        cpu({ key: "hr-cpu:mean", name: "CPU", value: Math.round(mean * 10) / 10, oid: column }),
        ...own.map(({ index, load }, core) =>
          cpu({ key: `hr-cpu:${index}`, name: `Core ${core}`, value: load, oid: `${column}.${index}` }),
        ),
      ],
      isWhole: brokenOff === null,
    };
  },
};

type StorageName = "type" | "title" | "unit" | "size" | "used";
const STORAGE: Columns<StorageName> = [
  ["type", `${HOST}.2.3.1.2`],
  ["title", `${HOST}.2.3.1.3`],
  ["unit", `${HOST}.2.3.1.4`],
  ["size", `${HOST}.2.3.1.5`],
  ["used", `${HOST}.2.3.1.6`],
];
/** hrStorageTypes that are sensors, and what they are. */
const STORAGE_TYPES: Readonly<Record<string, "memory" | "storage">> = {
  [`${HOST}.2.1.2`]: "memory",
  [`${HOST}.2.1.3`]: "memory",
  [`${HOST}.2.1.4`]: "storage",
  [`${HOST}.2.1.9`]: "storage",
};

/** HOST-RESOURCES-MIB: hrStorageTable, memory and fixed disks, in percent of their size. */
export const STORAGES: Group = {
  name: "hr-storage",
  async read({ session, options }) {
    const { rows, brokenOff } = await walkTable(session, STORAGE, { ...options, mostRows: MAX_ROWS });
    return { readings: rows.flatMap(storageOf), isWhole: brokenOff === null };
  },
};

function storageOf(row: TableRow<StorageName>): Reading[] {
  const category = STORAGE_TYPES[identifierIn(row, "type")];
  const unit = numberIn(row, "unit");
  const [size, used] = [unsigned(numberIn(row, "size")), unsigned(numberIn(row, "used"))];
  // Zero is what agents say of a drive that has no medium in it.
  if (category === undefined || unit === null || size === null || size === 0 || used === null) return [];
  const index = row.index.join(".");
  return [
    {
      key: `hr-storage:${index}`,
      category,
      name: textIn(row, "title") ?? `Volume ${index}`,
      unit: "%",
      oid: `${HOST}.2.3.1.6.${index}`,
      value: percentOf(used, size),
      status: null,
      words: describeOctets(used * unit, size * unit),
    },
  ];
}

/** Agents let the Integer32 of a large disk run into the negative numbers. */
function unsigned(number: number | null): number | null {
  return number !== null && number < 0 ? number + GAUGE_RANGE : number;
}

const MEMORY = {
  total: `${UCD}.4.5.0`,
  available: `${UCD}.4.6.0`,
  buffers: `${UCD}.4.14.0`,
  cached: `${UCD}.4.15.0`,
  swapTotal: `${UCD}.4.3.0`,
  swapAvailable: `${UCD}.4.4.0`,
};
const KIBIBYTE = 1024;

/**
 * UCD-SNMP-MIB: memory that programs use, without buffers and cache, which are given back when they are needed; and
 * swap.
 */
export const UCD_MEMORY: Group = {
  name: "ucd-memory",
  async read(asked) {
    const total = await readNumber(asked, MEMORY.total);
    if (total === null) return { readings: [], isWhole: true };
    const read = (oid: string) => readNumber(asked, oid);
    const [available, buffers, cached, swapTotal, swapAvailable] = await Promise.all([
      read(MEMORY.available),
      read(MEMORY.buffers),
      read(MEMORY.cached),
      read(MEMORY.swapTotal),
      read(MEMORY.swapAvailable),
    ]);
    const free = (available ?? 0) + (buffers ?? 0) + (cached ?? 0);
    return {
      readings: [
        ...(available === null ? [] : shareOf({ oid: MEMORY.available, name: "Memory", total, free })),
        ...(swapTotal === null || swapAvailable === null
          ? []
          : shareOf({ oid: MEMORY.swapAvailable, name: "Swap", total: swapTotal, free: swapAvailable })),
      ],
      isWhole: true,
    };
  },
};

type Share = { oid: string; name: string; total: number; free: number };

function shareOf({ oid, name, total, free }: Share): Reading[] {
  const used = Math.max(0, total - free);
  const value = percentOf(used, total);
  if (value === null) return [];
  const words = describeOctets(used * KIBIBYTE, total * KIBIBYTE);
  return [
    { key: `ucd-memory:${name}`, category: "memory", name, unit: "%", oid, value, status: null, words },
  ];
}

/** UCD-SNMP-MIB: ssCpuIdle, the other way round. */
export const UCD_CPU: Group = {
  name: "ucd-cpu",
  async read(asked) {
    const oid = `${UCD}.11.11.0`;
    const idle = await readNumber(asked, oid);
    if (idle === null || idle < 0 || idle > 100) return { readings: [], isWhole: true };
    const value = Math.round((100 - idle) * 10) / 10;
    return {
      readings: [
        { key: "ucd-cpu", category: "cpu", name: "CPU", unit: "%", oid, value, status: null, words: null },
      ],
      isWhole: true,
    };
  },
};

type PoolName = "title" | "used" | "free";
const POOLS: Columns<PoolName> = [
  ["used", `${CISCO_POOL}.5`],
  ["free", `${CISCO_POOL}.6`],
  ["title", `${CISCO_POOL}.2`],
];

/** CISCO-MEMORY-POOL-MIB: octets used and free of each pool. */
export const CISCO_POOLS: Group = {
  name: "cisco-pool",
  async read({ session, options }) {
    const { rows, brokenOff } = await walkTable(session, POOLS, { ...options, mostRows: MAX_ROWS });
    const readings = rows.flatMap((row): Reading[] => {
      const [used, free] = [numberIn(row, "used"), numberIn(row, "free")];
      if (used === null || free === null || used < 0 || free < 0 || used + free === 0) return [];
      const index = row.index.join(".");
      return [
        {
          key: `cisco-pool:${index}`,
          category: "memory",
          name: textIn(row, "title") ?? `Pool ${index}`,
          unit: "%",
          oid: `${CISCO_POOL}.5.${index}`,
          value: percentOf(used, used + free),
          status: null,
          words: describeOctets(used, used + free),
        },
      ];
    });
    return { readings, isWhole: brokenOff === null };
  },
};

type PartName = "memory" | "cpu" | "title";
const PARTS: Columns<PartName> = [
  ["memory", `${JUNIPER}.11`],
  ["cpu", `${JUNIPER}.8`],
  ["title", `${JUNIPER}.5`],
];

/** JUNIPER-MIB: jnxOperatingCPU of the parts that have memory; the others have no processor, and say zero. */
export const JUNIPER_CPU: Group = {
  name: "juniper-cpu",
  async read({ session, options }) {
    const { rows, brokenOff } = await walkTable(session, PARTS, { ...options, mostRows: MAX_ROWS });
    const readings = rows.flatMap((row): Reading[] => {
      const [memory, value] = [numberIn(row, "memory"), numberIn(row, "cpu")];
      if (memory === null || memory === 0 || value === null) return [];
      const index = row.index.join(".");
      const name = textIn(row, "title") ?? `CPU ${index}`;
      const oid = `${JUNIPER}.8.${index}`;
      return [
        {
          key: `juniper-cpu:${index}`,
          category: "cpu",
          name,
          unit: "%",
          oid,
          value,
          status: null,
          words: null,
        },
      ];
    });
    return { readings, isWhole: brokenOff === null };
  },
};

type LmName = "value" | "title";

/** LM-SENSORS-MIB: temperatures and voltages, in thousandths, by Gauge32 that stand for signed numbers. */
export const LM_SENSORS: readonly Group[] = (
  [
    { name: "lm-temperature", category: "temperature", unit: "°C", entry: `${UCD}.13.16.2.1` },
    { name: "lm-voltage", category: "voltage", unit: "V", entry: `${UCD}.13.16.4.1` },
  ] as const
).map(({ name, category, unit, entry }) => {
  const columns: Columns<LmName> = [
    ["value", `${entry}.3`],
    ["title", `${entry}.2`],
  ];
  return {
    name,
    async read({ session, options }: Asked): Promise<GroupReadings> {
      const { rows, brokenOff } = await walkTable(session, columns, { ...options, mostRows: MAX_ROWS });
      const readings = rows.map((row): Reading => {
        const index = row.index.join(".");
        const number = numberIn(row, "value");
        const signed = number !== null && number >= GAUGE_RANGE / 2 ? number - GAUGE_RANGE : number;
        return {
          key: `${name}:${index}`,
          category,
          name: textIn(row, "title") ?? `Sensor ${index}`,
          unit,
          oid: `${entry}.3.${index}`,
          value: sensorValue(signed === null ? null : signed / 1000),
          status: null,
          words: null,
        };
      });
      return { readings, isWhole: brokenOff === null };
    },
  };
});
