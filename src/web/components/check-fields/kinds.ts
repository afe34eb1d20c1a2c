import { KIND_NAMES, type CheckKind } from "./kind-names";

type OptionInput = {
  /** The API's name, in `options`. */
  name: string;
  label: string;
  description?: string;
  /** Texts to choose from, the usual one first; absent: any text. */
  choices?: readonly { value: string; label: string }[];
  isMono?: boolean;
  isNumber?: boolean;
  isRequired?: boolean;
};

type Kind = {
  value: CheckKind;
  label: string;
  /** What it finds out, in a sentence. */
  explanation: string;
  /** Absent: none is usual. */
  port?: number;
  isPortFixed?: boolean;
  isHttp?: boolean;
  /** Its certificate may be demanded to be trusted. */
  hasCertificate?: boolean;
  /** It always waits as long as its protocol has it. */
  hasTimeout?: boolean;
  /** It asks one device at a time. */
  needsDevice?: boolean;
  options: readonly OptionInput[];
};

const TLS: readonly OptionInput[] = [
  {
    name: "tls",
    label: "TLS",
    choices: [
      { value: "none", label: "None" },
      { value: "starttls", label: "STARTTLS, which must be offered" },
      { value: "implicit", label: "From the first octet" },
    ],
  },
  {
    name: "server_name",
    label: "Name in the certificate",
    description: "Left blank: the address",
    isMono: true,
  },
];

const RECORD_TYPES = ["A", "AAAA", "MX", "TXT", "NS", "CNAME", "SOA", "PTR"];

/** Every kind of check, with what only that kind is asked for. */
export const CHECK_KINDS: readonly Kind[] = [
  {
    value: "tcp",
    label: KIND_NAMES.tcp,
    explanation: "The port takes a connection.",
    options: [],
  },
  {
    value: "udp",
    label: KIND_NAMES.udp,
    explanation: "Something answers. Silence is unknown, not down: many services only answer what they know.",
    options: [
      { name: "payload", label: "What is sent", isMono: true },
      {
        name: "payload_encoding",
        label: "Written as",
        choices: [
          { value: "", label: "Text" },
          { value: "hex", label: "Hexadecimal octets" },
        ],
      },
      { name: "expected", label: "The answer contains", description: "Left blank: any answer will do" },
    ],
  },
  {
    value: "http",
    label: KIND_NAMES.http,
    explanation: "A page answers with an expected status.",
    port: 80,
    isHttp: true,
    hasTimeout: true,
    options: [],
  },
  {
    value: "https",
    label: KIND_NAMES.https,
    explanation: "A page answers with an expected status, over TLS.",
    port: 443,
    isHttp: true,
    hasCertificate: true,
    hasTimeout: true,
    options: [],
  },
  {
    value: "dns",
    label: KIND_NAMES.dns,
    explanation: "The name server answers a question.",
    port: 53,
    hasTimeout: true,
    options: [
      { name: "name", label: "Name that is asked for", isMono: true, isRequired: true },
      {
        name: "record_type",
        label: "Record",
        choices: RECORD_TYPES.map((type) => ({ value: type, label: type })),
      },
      {
        name: "expected",
        label: "One of the answers is",
        description: "Left blank: any answer will do",
        isMono: true,
      },
    ],
  },
  {
    value: "smtp",
    label: KIND_NAMES.smtp,
    explanation: "The mail server greets, and says what it can do.",
    port: 25,
    hasTimeout: true,
    hasCertificate: true,
    options: TLS,
  },
  {
    value: "imap",
    label: KIND_NAMES.imap,
    explanation: "The mailbox server greets, and says what it can do.",
    port: 143,
    hasTimeout: true,
    hasCertificate: true,
    options: TLS,
  },
  {
    value: "ssh",
    label: KIND_NAMES.ssh,
    explanation: "The server identifies itself.",
    port: 22,
    hasTimeout: true,
    options: [
      {
        name: "expected",
        label: "It identifies itself with",
        description: "Left blank: any will do",
        isMono: true,
      },
    ],
  },
  {
    value: "ntp",
    label: KIND_NAMES.ntp,
    explanation: "The time server answers, and its clock is right.",
    port: 123,
    hasTimeout: true,
    options: [
      {
        name: "max_offset_ms",
        label: "Clock may be off by (ms)",
        description: "Left blank: any offset will do",
        isNumber: true,
      },
    ],
  },
  {
    value: "snmp",
    label: KIND_NAMES.snmp,
    explanation:
      "A value of the agent is as it should be. The device's SNMP profile says how it is asked, its port included.",
    port: 161,
    isPortFixed: true,
    hasTimeout: true,
    options: [
      {
        name: "oid",
        label: "Object identifier",
        description: "Of one value, with its instance: 1.3.6.1.2.1.2.2.1.8.1 is the status of interface 1",
        isMono: true,
        isRequired: true,
      },
      {
        name: "operator",
        label: "The value",
        choices: [
          { value: "exists", label: "Exists, whatever it is" },
          { value: "equals", label: "Equals" },
          { value: "not_equals", label: "Does not equal" },
          { value: "contains", label: "Contains" },
          { value: "less_than", label: "Is less than" },
          { value: "less_or_equal", label: "Is at most" },
          { value: "greater_than", label: "Is greater than" },
          { value: "greater_or_equal", label: "Is at least" },
        ],
      },
      {
        name: "expected",
        label: "What it is compared with",
        description: "Not needed where it only has to exist",
        isMono: true,
      },
    ],
  },
  {
    value: "dhcp",
    label: KIND_NAMES.dhcp,
    explanation: "The server answers a question (INFORM), and gives out no address.",
    port: 67,
    isPortFixed: true,
    needsDevice: true,
    options: [],
  },
];

const BY_VALUE = new Map<string, Kind>(CHECK_KINDS.map((kind) => [kind.value, kind]));

/** Of a kind that this page does not know yet, TCP's way. */
export function kindOf(value: string): Kind {
  return BY_VALUE.get(value) ?? TCP;
}

const [TCP = { value: "tcp", label: KIND_NAMES.tcp, explanation: "", options: [] }] = CHECK_KINDS;
