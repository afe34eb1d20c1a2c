import { hostForSenders, type SyslogStatus } from "../../../api/syslog-status";

/** Where senders are to send: a host as they reach it, a port, and a transport. */
export type Target = { host: string; port: number; transport: "udp" | "tcp" };

export type Recipe = {
  vendor: string;
  /** Where it is pasted. */
  where: string;
  text: string;
};

/** The listener that takes the most senders; undefined where none without TLS is switched on. */
export function targetOf(
  status: Pick<SyslogStatus, "udp_enabled" | "udp_port" | "tcp_enabled" | "tcp_port" | "instance_url">,
  hostname: string,
): Target | undefined {
  const host = hostForSenders(status, hostname);
  if (status.udp_enabled) return { host, port: status.udp_port, transport: "udp" };
  return status.tcp_enabled ? { host, port: status.tcp_port, transport: "tcp" } : undefined;
}

/** What to paste, per vendor. */
export function recipesFor({ host, port, transport }: Target): Recipe[] {
  const isV6 = host.includes(":");
  const cisco = transport === "udp" ? "udp port" : "tcp port";
  return [
    {
      vendor: "pfSense",
      where:
        "Status > System Logs > Settings: enable remote logging, tick Firewall Events, remote log servers",
      text: isV6 ? `[${host}]:${port}` : `${host}:${port}`,
    },
    {
      vendor: "FortiGate",
      where: "Command line",
      text: [
        "config log syslogd setting",
        "    set status enable",
        `    set server "${host}"`,
        `    set mode ${transport === "udp" ? "udp" : "reliable"}`,
        `    set port ${port}`,
        "end",
      ].join("\n"),
    },
    {
      vendor: "Cisco",
      where: "IOS and IOS XE, in configuration mode",
      text: `logging host ${isV6 ? "ipv6 " : ""}${host} transport ${cisco} ${port}\nlogging trap informational`,
    },
    {
      vendor: "MikroTik",
      where: "Terminal of RouterOS 7; rules of the firewall log where they have log=yes",
      text: [
        `/system/logging/action/add name=netatlas target=remote remote=${host} remote-port=${port}${transport === "tcp" ? " remote-protocol=tcp" : ""}`,
        ...["firewall", "info", "warning", "error", "critical"].map(
          (topic) => `/system/logging/add topics=${topic} action=netatlas`,
        ),
      ].join("\n"),
    },
    {
      vendor: "Juniper",
      where: "Junos, in configuration mode, then commit; the last three lines are for the traffic log of SRX",
      text: [
        ...(transport === "udp"
          ? [`set system syslog host ${host} any info`, `set system syslog host ${host} port ${port}`]
          : []),
        "set security log mode stream",
        `set security log stream netatlas format sd-syslog host ${host} port ${port}`,
        `set security log stream netatlas transport protocol ${transport}`,
      ].join("\n"),
    },
    {
      vendor: "UniFi",
      where: "Network > Settings > CyberSecure > Traffic Logging > Activity Logging: SIEM Server",
      text: `Server Address: ${host}\nPort: ${port}`,
    },
    {
      vendor: "Sophos",
      where: "Firewall: Configure > System services > Log settings > Add; then tick the log types below",
      text: `IP address/domain: ${host}\nPort: ${port}\nSeverity level: Information\nFormat: Device standard format`,
    },
    {
      vendor: "rsyslog",
      where: "/etc/rsyslog.d/90-netatlas.conf, then restart rsyslog",
      text: `*.* action(type="omfwd" target="${host}" port="${port}" protocol="${transport}")`,
    },
  ];
}
