import type { SyslogStatus } from "../../api/syslog-status";
import type { Counter } from "./account";

const REFUSALS: Readonly<Record<string, Omit<Counter, "id" | "count">>> = {
  wrong_community: { label: "Another community", hint: "no SNMP profile has it" },
  unknown_user: { label: "Unknown user", hint: "no SNMP profile of v3 has this user name" },
  wrong_level: {
    label: "Another protection",
    hint: "the profile authenticates or encrypts, and the device does not, or the other way round",
  },
  wrong_key: { label: "Wrong key", hint: "a key or its protocol differs from the profile’s" },
  wrong_engine: {
    label: "Another engine",
    hint: "an inform for somebody else; the sender is told who we are",
  },
  outside_time_window: {
    label: "Out of time",
    hint: "older than 150 s: a repetition, or a clock that went back",
  },
  malformed: { label: "Unreadable", hint: "no SNMP message, or longer than 16 KiB" },
  not_a_trap: { label: "No trap", hint: "SNMP that asks for something" },
};

/** What came to the trap port and was not taken, by reason, those that are not 0 first. */
export function trapRefusals({ refused }: Pick<SyslogStatus["traps"], "refused">): Counter[] {
  return Object.entries(refused)
    .map(([id, count]) => ({
      id,
      count,
      ...(REFUSALS[id] ?? { label: id.replaceAll("_", " "), hint: "" }),
    }))
    .toSorted((one, other) => Number(other.count > 0) - Number(one.count > 0));
}

/** Why the last one was not taken, within a sentence. */
export function refusalWords(reason: string | null): string {
  return (REFUSALS[reason ?? ""]?.label ?? reason ?? "unknown").toLowerCase();
}

/** How devices send their traps here; `NAME` stands for the community of a profile. */
export function trapRecipes({
  host,
  port,
}: {
  host: string;
  port: number;
}): { vendor: string; text: string }[] {
  const place = host.includes(":") ? `udp6:[${host}]:${port}` : `${host}:${port}`;
  return [
    {
      vendor: "Cisco IOS",
      text: `snmp-server host ${host} version 2c NAME udp-port ${port}\nsnmp-server enable traps`,
    },
    {
      vendor: "Junos",
      text: `set snmp trap-group netatlas version v2 destination-port ${port} targets ${host}`,
    },
    { vendor: "Net-SNMP (snmpd.conf)", text: `trap2sink ${place} NAME` },
    {
      vendor: "A first trap from any Linux machine",
      text: `snmptrap -v 2c -c NAME ${place} '' 1.3.6.1.6.3.1.1.5.3 1.3.6.1.2.1.2.2.1.2.1 s eth0`,
    },
  ];
}
