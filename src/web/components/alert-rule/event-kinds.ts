import type { Model } from "../../api/client";

export type EventType = Model<"AlertRuleCreate">["event_type"];

/** A field that only some types have. */
export type Bound = "latency" | "loss" | "percent" | "days" | "query" | "rate" | "silence";

export type EventKind = {
  value: EventType;
  group: string;
  /** What happens, of a thing that stands before it: `goes down`. */
  verb: string;
  /** In lists of types, where subject and verb do not say it all. */
  label?: string;
  /** What it happens to where nothing is named: `any device`. */
  subject: string;
  explanation: string;
  /** What a rule can name. */
  about: "devices" | "services" | "monitors" | "lines" | "senders" | "nothing";
  /** It has an end, so that it can be waited for, and told. */
  lasts: boolean;
  bound?: Bound;
  /** What is taken where the bound is left blank; absent: it is needed. */
  usual?: number;
};

type Written = Omit<EventKind, "group" | "about" | "subject">;
type Group = Pick<EventKind, "group" | "about" | "subject"> & { kinds: readonly Written[] };

const GROUPS: readonly Group[] = [
  {
    group: "Devices",
    about: "devices",
    subject: "a device",
    kinds: [
      {
        value: "device_offline",
        verb: "goes down",
        explanation:
          "It has stopped answering, and that was confirmed. Devices behind it raise no alerts of their own",
        lasts: true,
      },
      {
        value: "device_online",
        verb: "answers again",
        explanation: "After it was down; a rule on what goes down tells its end by itself",
        lasts: false,
      },
      {
        value: "any_status_change",
        verb: "changes its state",
        explanation: "Down or up again, each time",
        lasts: false,
      },
      {
        value: "device_unexpected_state",
        verb: "is not in the state that is expected of it",
        explanation: "Up or down against the expected status of the inventory",
        lasts: true,
      },
      {
        value: "device_expected_state_restored",
        verb: "is in its expected state again",
        explanation: "After it was not",
        lasts: false,
      },
      {
        value: "rtt_above",
        verb: "answers slowly",
        explanation: "Its answers take longer than the bound",
        lasts: true,
        bound: "latency",
      },
      {
        value: "ping_loss_above",
        verb: "loses pings",
        explanation: "More of them than the bound, over the time that is looked at",
        lasts: true,
        bound: "loss",
      },
      {
        value: "device_flapping",
        verb: "flaps",
        explanation: "It keeps changing its state",
        lasts: true,
      },
      {
        value: "sensor_alarm",
        verb: "has a sensor in alarm",
        explanation: "Temperature, fan, supply, battery and the like, by the bounds of each sensor",
        lasts: true,
      },
    ],
  },
  {
    group: "Services",
    about: "services",
    subject: "a service",
    kinds: [
      {
        value: "service_down",
        verb: "is down",
        explanation: "A service check has failed, which has been confirmed",
        lasts: true,
      },
      {
        value: "service_slow",
        verb: "answers slowly",
        explanation: "Its answers take longer than the bound",
        lasts: true,
        bound: "latency",
      },
      {
        value: "certificate_expiry",
        verb: "has a certificate that expires soon",
        explanation: "Of service checks that see one",
        lasts: true,
        bound: "days",
        usual: 14,
      },
    ],
  },
  {
    group: "Monitors",
    about: "monitors",
    subject: "a monitor",
    kinds: [
      { value: "monitor_down", verb: "is down", explanation: "HTTP, push and group monitors", lasts: true },
      {
        value: "monitor_slow",
        verb: "answers slowly",
        explanation: "Its answers take longer than the bound",
        lasts: true,
        bound: "latency",
      },
      {
        value: "monitor_certificate_expiry",
        verb: "has a certificate that expires soon",
        explanation: "Of monitors that are told to watch it, in as many days as they say",
        lasts: true,
      },
    ],
  },
  {
    group: "Network",
    about: "devices",
    subject: "a device",
    kinds: [
      { value: "new_device", verb: "is seen for the first time", explanation: "By discovery", lasts: false },
      {
        value: "address_moved",
        verb: "has moved to another address",
        explanation: "It was known under another one",
        lasts: false,
      },
    ],
  },
  {
    group: "Network",
    about: "nothing",
    subject: "",
    kinds: [
      {
        value: "ip_conflict",
        verb: "an address is used twice",
        explanation: "As the address plan shows conflicts",
        lasts: true,
      },
      {
        value: "ipam_utilisation",
        verb: "a subnet is almost full",
        explanation: "More of it is used than the bound",
        lasts: true,
        bound: "percent",
        usual: 90,
      },
      {
        value: "reservation_expiring",
        verb: "a reservation expires soon",
        explanation: "So many days before",
        lasts: true,
        bound: "days",
        usual: 3,
      },
    ],
  },
  {
    group: "Log lines",
    about: "lines",
    subject: "log lines",
    kinds: [
      {
        value: "log_pattern",
        verb: "match",
        label: "Log lines match a search",
        explanation: "As they come in; told at once",
        lasts: false,
        bound: "query",
      },
      {
        value: "log_rate",
        verb: "match",
        label: "Log lines that match are too many, or too few",
        explanation: "For as long as they are",
        lasts: true,
        bound: "rate",
      },
    ],
  },
  {
    group: "Log lines",
    about: "senders",
    subject: "a sender of log lines",
    kinds: [
      {
        value: "sender_silent",
        verb: "goes silent",
        explanation: "It sends nothing any more, while its collector is there to hear it",
        lasts: true,
        bound: "silence",
      },
    ],
  },
  {
    group: "The service itself",
    about: "nothing",
    subject: "",
    kinds: [
      {
        value: "disk_low",
        verb: "the disk of the service is almost full",
        explanation: "More of it is used than the bound",
        lasts: true,
        bound: "percent",
        usual: 90,
      },
      {
        value: "collector_losing",
        verb: "the collector loses lines",
        explanation: "Syslog messages came in, here or at a relay, and were not kept",
        lasts: true,
      },
      {
        value: "relay_silent",
        verb: "a relay goes silent",
        explanation: "Nothing was heard of it for 5 minutes, or its API key expires within two weeks",
        lasts: true,
      },
      {
        value: "backup_failed",
        verb: "a scheduled backup fails",
        explanation: "It is tried again an hour later",
        lasts: false,
      },
    ],
  },
];

/** Everything that a rule can be about, in the order in which it is offered. */
export const EVENT_KINDS: readonly EventKind[] = GROUPS.flatMap(({ kinds, ...group }) =>
  kinds.map((kind) => ({ ...group, ...kind })),
);

/** Of a type that this UI does not know yet: that it is, and nothing else. */
export function kindOf(type: string): EventKind | undefined {
  return EVENT_KINDS.find(({ value }) => value === type);
}

/** `A device goes down`. */
export function kindLabel(type: string): string {
  const kind = kindOf(type);
  if (kind === undefined) return type;
  if (kind.label !== undefined) return kind.label;
  return withCapital(kind.subject === "" ? kind.verb : `${kind.subject} ${kind.verb}`);
}

/** Of rules on log lines, which only those may write who may read them. */
export function isOfLog({ about }: Pick<EventKind, "about">): boolean {
  return about === "lines" || about === "senders";
}

export function withCapital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
