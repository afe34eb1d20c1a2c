/** What a sweep looks at, and how hard. */
export type SweepOptions = {
  /** Canonical addresses, IPv4 or IPv6, each of which may be sent to; taken as they are needed, once. */
  addresses: Iterable<string>;
  /** How many they are. */
  count: number;
  /** `ping`: who is there; `basic_ports`: and which of `ports` are open, with what their services say of themselves. */
  kind: SweepKind;
  ports: readonly number[];
  /** Path of the program nmap, where it is to look for hosts and ports in place of requests of our own. */
  nmap?: string | undefined;
  /** Requests of all kinds together: ARP, ICMP, connections, questions for names. */
  packetsPerSecond: number;
  /** The sweep ends then with what it has, and says so. */
  limitMs: number;
  /** Asks those that were found for their names: DNS, multicast DNS, NetBIOS, SSDP. */
  names: boolean;
  signal: AbortSignal;
};

export type SweepKind = "ping" | "basic_ports";

/** What showed that a host is there. `neighbour`: the kernel has its hardware address since we asked. */
export type SweepEvidence = "arp" | "icmp" | "tcp" | "neighbour";

export type HostnameSource = "dns" | "mdns" | "netbios" | "ssdp" | "tls";

/** One line of text, without control characters. */
export type ServiceText = { port: number; kind: ServiceKind; text: string };

/** `greeting`: the first line that other services send. */
export type ServiceKind = "http_title" | "http_server" | "ssh" | "tls_names" | "greeting" | "upnp";

/** What is known of a host that was found. */
export type SweepFind = {
  address: string;
  /** In capitals, with colons. */
  macAddress: string | null;
  /** Others that answered for the same address at the same time: two hosts have it. */
  otherMacAddresses: string[];
  /** Nobody has registered it: it may be another one tomorrow. */
  isRandomMac: boolean;
  vendor: string | null;
  hostname: string | null;
  hostnameSource: HostnameSource | null;
  answeredBy: SweepEvidence[];
  roundTripMs: number | null;
  openPorts: number[];
  services: ServiceText[];
  deviceTypeGuess: DeviceTypeGuess | null;
};

/** `type` is a built-in device type; `reason` says why in words. */
export type DeviceTypeGuess = { type: string; reason: string };

/** `asked` and `count` are of the phase: addresses, then connections, then hosts. */
export type SweepProgress = {
  phase: "looking" | "ports" | "names";
  asked: number;
  count: number;
  found: number;
};

export type SweepSummary = {
  found: number;
  /** False: the time was over before all had been asked. */
  isWhole: boolean;
  /** How hosts were looked for, in words. */
  methods: string[];
  /** What was left out and why, and what would have found more. */
  notes: string[];
};

export type SweepSink = {
  /** A host that was found, and again whenever more is known of it: the last one counts for its address. */
  onFind(find: SweepFind): void;
  /** A few times a second. */
  onProgress(progress: SweepProgress): void;
};
