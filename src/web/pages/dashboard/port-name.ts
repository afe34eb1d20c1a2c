/** Services by their registered ports (IANA), those that firewalls block most often. */
const NAMES: Readonly<Record<string, string>> = {
  "21": "ftp",
  "22": "ssh",
  "23": "telnet",
  "25": "smtp",
  "53": "domain",
  "80": "http",
  "123": "ntp",
  "135": "epmap",
  "137": "netbios-ns",
  "139": "netbios-ssn",
  "161": "snmp",
  "389": "ldap",
  "443": "https",
  "445": "microsoft-ds",
  "1433": "ms-sql-s",
  "1900": "ssdp",
  "3306": "mysql",
  "3389": "ms-wbt-server",
  "5060": "sip",
  "5353": "mdns",
  "5432": "postgresql",
  "5900": "rfb",
  "8080": "http-alt",
};

/** What a port is registered for; undefined where that says nothing to most people. */
export function portName(port: string): string | undefined {
  return Object.hasOwn(NAMES, port) ? NAMES[port] : undefined;
}
