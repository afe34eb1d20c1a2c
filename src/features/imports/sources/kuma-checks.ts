import { z } from "zod";
import { canonicalAddress } from "#platform/ip";
import { cut } from "../cut";
import type { Fields } from "../kinds";
import type { Cell } from "../read/table";
import { isTrue, textOf, withFields, type Note, type Refined } from "./source";

type Cells = ReadonlyMap<string, Cell>;

/** A monitor of one port, as a service check of the device that it asks; or why it is none. */
type Asked = { device: string; fields: Record<string, string | undefined> } | { reason: string };

const READERS: Readonly<Record<string, (cells: Cells) => Asked>> = {
  port: readTcp,
  dns: readDns,
  smtp: readSmtp,
  ntp: readNtp,
};

const MAX_LABEL = 60;
/** What monitors have and service checks do not. */
const LEFT = ["tags", "description", "timeout_seconds", "url"];

/** A monitor that becomes a service check; undefined: its type is another. */
export function asCheck(type: string, fields: Fields, cells: Cells): Refined | undefined {
  const read = READERS[type];
  if (read === undefined) return undefined;
  if (isTrue(textOf(fields, "upside_down")))
    return { reason: "it is up while nothing answers, which no service check here is" };
  const asked = read(cells);
  if ("reason" in asked) return asked;
  const device = hostOf(asked.device);
  if (device === "") return { reason: "nothing is said of what it asks" };
  const retries = Number(textOf(fields, "max_retries") ?? 0);
  const { fields: bounded, notes } = withinBounds(
    withFields(
      {},
      {
        device,
        label: cut(textOf(fields, "name") ?? device, MAX_LABEL).trim(),
        enabled: textOf(fields, "enabled"),
        interval_seconds: textOf(fields, "check_interval_seconds"),
        retry_interval_seconds: positive(textOf(fields, "retry_interval_seconds")),
        failures_to_down: Number.isInteger(retries) ? String(retries + 1) : undefined,
        ...asked.fields,
      },
    ),
    CHECK_BOUNDS,
  );
  return { kind: "check", fields: bounded, left: LEFT, notes };
}

type Bounds = Readonly<Record<string, readonly [least: number, most: number]>>;

const CHECK_BOUNDS: Bounds = {
  interval_seconds: [20, 86_400],
  retry_interval_seconds: [5, 86_400],
  failures_to_down: [1, 20],
};

/** Numbers that are too small or too large here become the nearest that is not, which is told. */
export function withinBounds(fields: Fields, bounds: Bounds): { fields: Fields; notes: Note[] } {
  const moved = Object.entries(bounds).flatMap(([field, [least, most]]) => {
    const given = Number(textOf(fields, field) ?? Number.NaN);
    const taken = Math.min(Math.max(given, least), most);
    return Number.isNaN(given) || taken === given ? [] : [{ field, given, taken }];
  });
  return {
    fields: withFields(fields, Object.fromEntries(moved.map(({ field, taken }) => [field, String(taken)]))),
    notes: moved.map(({ field, given, taken }) => ({
      field,
      msg: `${taken} is the ${taken < given ? "most" : "least"} here, it was ${given}`,
    })),
  };
}

function readTcp(cells: Cells): Asked {
  const port = cell(cells, "port");
  if (port === undefined) return { reason: "nothing is said of the port that it asks" };
  return { device: cell(cells, "hostname") ?? "", fields: { check_type: "tcp", port } };
}

/** Of several name servers the first: a check is of one device. */
function readDns(cells: Cells): Asked {
  const [server = ""] = (cell(cells, "dns_resolve_server") ?? "").split(",");
  const type = cell(cells, "dns_resolve_type") ?? "A";
  if (["CAA", "SRV"].includes(type.toUpperCase()))
    return { reason: `records of type ${type.slice(0, 10)} are not asked for by service checks here` };
  const expected = expectedOf(cells);
  if (typeof expected === "object") return expected;
  return {
    device: server,
    fields: {
      check_type: "dns",
      port: cell(cells, "port") ?? "53",
      "options.name": cell(cells, "hostname"),
      "options.record_type": type,
      "options.expected": expected,
    },
  };
}

/** How its `smtp_security` is called here. */
const TLS: Readonly<Record<string, string>> = { secure: "implicit", starttls: "starttls" };

function readSmtp(cells: Cells): Asked {
  const tls = TLS[cell(cells, "smtp_security") ?? cell(cells, "smtpsecurity") ?? ""] ?? "none";
  return {
    device: cell(cells, "hostname") ?? "",
    fields: {
      check_type: "smtp",
      port: cell(cells, "port") ?? "25",
      "options.tls": tls,
      verify_tls: String(tls !== "none"),
    },
  };
}

function readNtp(cells: Cells): Asked {
  return {
    device: cell(cells, "hostname") ?? "",
    fields: {
      check_type: "ntp",
      port: cell(cells, "port") ?? "123",
      "options.max_offset_ms": positive(cell(cells, "ntp_time_offset_threshold")),
    },
  };
}

const Conditions = z.array(
  z.object({ type: z.string(), variable: z.string(), operator: z.string(), value: z.coerce.string() }),
);

/** The one answer that version 2 asks for; undefined: any; else why its conditions have no like here. */
function expectedOf(cells: Cells): string | undefined | { reason: string } {
  const read = Conditions.safeParse(conditionsIn(cells));
  if (read.success && read.data.length === 0) return undefined;
  const [only, ...others] = read.data ?? [];
  const isOne =
    only?.type === "expression" &&
    only.variable === "record" &&
    only.operator === "equals" &&
    others.length === 0;
  if (isOne) return only.value;
  return {
    reason: "its conditions are more than that one answer equals a value: add the check at the device",
  };
}

/** In its database they are JSON within a text, in a JSON file columns of their own. */
function conditionsIn(cells: Cells): unknown {
  const whole = cells.get("conditions");
  if (typeof whole === "string") return fromJson(whole);
  const places = [...new Set([...cells.keys()].map((name) => /^conditions\.(\d+)\./.exec(name)?.[1]))];
  return places
    .filter((place) => place !== undefined)
    .map((place) =>
      Object.fromEntries(
        ["type", "variable", "operator", "value"].map((name) => [
          name,
          cells.get(`conditions.${place}.${name}`),
        ]),
      ),
    );
}

/** Undefined for a text that is no JSON. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function cell(cells: Cells, name: string): string | undefined {
  const value = cells.get(name);
  const text = typeof value === "object" || value === undefined ? "" : String(value).trim();
  return text === "" ? undefined : text;
}

/** `[2001:db8::1]` is an address, too, and what has a dot at its end a name. */
function hostOf(given: string): string {
  const text = given.trim();
  return canonicalAddress(text.replace(/^\[(.*)\]$/, "$1")) ?? text.replace(/\.$/, "");
}

/** Kuma's 0 is its own default. */
export function positive(text: string | undefined): string | undefined {
  return Number(text) > 0 ? text : undefined;
}

const BY_PORT = "add a service check of its port to the device: it says whether something takes a connection";

const BY_PUSH = "its protocol is not spoken here: let something that speaks it report to a push monitor";

/** Why monitors of other types are not taken, where it is not that only their port can be watched. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["snmp", "it has a community, which is a secret: give the device an SNMP profile, and add the check to it"],
  [
    "tailscale-ping",
    "nothing is asked by way of Tailscale here: add the host as a device, where it can be reached",
  ],
  ["real-browser", "pages are not drawn by a browser here: add an HTTP monitor of its URL"],
  ["websocket-upgrade", "WebSockets are not opened here: add an HTTP monitor or a service check of the port"],
  [
    "manual",
    "it is up or down as somebody says: use a push monitor, which a program or a person can report to",
  ],
  ["globalping", "it is asked from elsewhere, by a service of others"],
  ...["docker", "system-service", "pm2"].map(
    (type) =>
      [type, "it asks the machine that Kuma runs on: let the machine report to a push monitor"] as const,
  ),
  ...["radius", "sip-options", "gamedig", "steam"].map((type) => [type, BY_PUSH] as const),
]);

/** Why a monitor of this type is not taken over. */
export function whyNotTaken(type: string): string {
  return `monitors of type '${type}': ${REASONS.get(type) ?? BY_PORT}`;
}
