import type { DeviceTypeGuess, ServiceKind, SweepFind } from "./models";

/** What a guess may go by. */
export type Evidence = Pick<SweepFind, "vendor" | "hostname" | "openPorts" | "services"> & {
  /** This machine sends through it what goes elsewhere. */
  isGateway: boolean;
};

/** One sign of a type: all parts that are there must be so. */
type Sign = {
  type: string;
  isGateway?: true;
  vendor?: RegExp;
  hostname?: RegExp;
  /** One of them is open. */
  ports?: readonly number[];
  /** What one of these services says. */
  says?: { kinds: readonly ServiceKind[]; pattern: RegExp };
};

const WEB: readonly ServiceKind[] = ["http_title", "http_server", "tls_names", "upnp"];
const TEXTS: readonly ServiceKind[] = [...WEB, "ssh", "greeting"];

const says = (pattern: RegExp, kinds: readonly ServiceKind[] = TEXTS) => ({ kinds, pattern });

/**
 * The first that is there counts: what a device says of itself, then what only such devices have, then what most that
 * have it are.
 */
const SIGNS: readonly Sign[] = [
  { type: "hypervisor", says: says(/proxmox|vmware esxi|xcp-ng|hyper-v|nutanix/i) },
  {
    type: "firewall",
    says: says(/pfsense|opnsense|fortigate|fortinet|sophos|sonicwall|palo alto|watchguard|check point/i),
  },
  {
    type: "nas",
    says: says(/synology|diskstation|qnap|truenas|freenas|openmediavault|unraid|my cloud|readynas/i),
  },
  {
    type: "camera",
    says: says(
      /hikvision|dahua|\baxis\b.*camera|reolink|amcrest|foscam|network camera|ip camera|netcam|webcam/i,
    ),
  },
  {
    type: "printer",
    says: says(
      /laserjet|officejet|deskjet|printer|\bepson\b|brother|kyocera|lexmark|ricoh|\bxerox\b|jetdirect|\bpixma\b/i,
    ),
  },
  { type: "wireless", says: says(/access point|wlan controller|\bunifi ap\b|\baruba\b|\bruckus\b|\bwap\d/i) },
  { type: "switch", says: says(/\bswitch\b|procurve|edgeswitch|powerconnect|catalyst/i) },
  {
    type: "router",
    says: says(/InternetGatewayDevice|routeros|mikrotik|openwrt|fritz!?box|vyos|edgerouter|\brouter\b/i),
  },
  { type: "phone", says: says(/yealink|\bsnom\b|polycom|grandstream|sip phone|ip phone/i) },
  {
    type: "iot",
    says: says(
      /MediaRenderer|MediaServer|\bsonos\b|chromecast|\broku\b|smart ?tv|philips hue|shelly|tasmota|home assistant|esphome/i,
    ),
  },
  { type: "router", isGateway: true },
  { type: "printer", ports: [9100, 515] },
  { type: "hypervisor", ports: [8006, 902] },
  { type: "router", ports: [8291] },
  { type: "phone", ports: [5060], vendor: /yealink|snom|polycom|grandstream|cisco|avaya|mitel/i },
  { type: "camera", vendor: /hikvision|dahua|axis communications|reolink|amcrest|vivotek|mobotix/i },
  { type: "camera", ports: [554] },
  { type: "printer", vendor: /brother|seiko epson|lexmark|kyocera|ricoh|xerox|zebra tech/i },
  { type: "nas", vendor: /synology|qnap/i },
  { type: "firewall", vendor: /fortinet|palo alto|sonicwall|watchguard|sophos|check point|deciso/i },
  { type: "wireless", vendor: /ruckus|aruba|ubiquiti|cambium|meraki/i },
  { type: "router", vendor: /mikrotik|routerboard|\bavm\b|juniper|draytek|peplink/i },
  { type: "switch", vendor: /arista|brocade|extreme networks|d-link|netgear|allied telesis/i },
  { type: "phone", vendor: /yealink|snom|polycom|grandstream/i },
  {
    type: "iot",
    vendor:
      /espressif|tuya|shelly|sonos|signify|philips lighting|nest labs|\broku\b|raspberry pi|amazon tech|ecobee|wemo|belkin/i,
  },
  { type: "hypervisor", vendor: /vmware/i, ports: [443, 902] },
  { type: "database", ports: [3306, 5432, 1433, 1521, 27_017] },
  { type: "workstation", hostname: /^(?:desktop-|laptop-|pc-|macbook|imac)/i },
  { type: "server", says: says(/windows server|ubuntu|debian|red ?hat|centos|nginx|apache/i) },
  { type: "workstation", ports: [3389, 5900] },
  { type: "server", ports: [22, 25, 53, 389] },
  { type: "workstation", ports: [135, 139, 445] },
];

/** The type that a host most likely is, with what speaks for it; null where nothing does. */
export function guessDeviceType(evidence: Evidence): DeviceTypeGuess | null {
  for (const sign of SIGNS) {
    const reasons = reasonsFor(sign, evidence);
    if (reasons !== undefined) return { type: sign.type, reason: reasons.join("; ") };
  }
  return null;
}

/** Undefined where a part of the sign is not there. */
function reasonsFor(sign: Sign, evidence: Evidence): string[] | undefined {
  const parts = [
    sign.isGateway && (evidence.isGateway ? "this machine's gateway" : null),
    sign.vendor && matched(evidence.vendor, sign.vendor, (vendor) => `made by ${vendor}`),
    sign.hostname && matched(evidence.hostname, sign.hostname, (name) => `is called ${name}`),
    sign.ports && reasonOfPorts(sign.ports, evidence),
    sign.says && reasonOfTexts(sign.says, evidence),
  ].filter((part) => part !== undefined);
  return parts.every((part) => part !== null) ? parts.flatMap((part) => part ?? []) : undefined;
}

function matched(text: string | null, pattern: RegExp, say: (text: string) => string): string | null {
  return text !== null && pattern.test(text) ? say(text) : null;
}

function reasonOfPorts(ports: readonly number[], { openPorts }: Evidence): string | null {
  const open = ports.find((port) => openPorts.includes(port));
  return open === undefined ? null : `port ${open} is open`;
}

const VOICES: Record<ServiceKind, string> = {
  http_title: "web page",
  http_server: "web server",
  tls_names: "certificate",
  ssh: "SSH server",
  greeting: "greeting",
  upnp: "UPnP description",
};

function reasonOfTexts({ kinds, pattern }: NonNullable<Sign["says"]>, { services }: Evidence): string | null {
  const speaking = services.find(({ kind, text }) => kinds.includes(kind) && pattern.test(text));
  return speaking === undefined ? null : `its ${VOICES[speaking.kind]} says "${speaking.text}"`;
}
