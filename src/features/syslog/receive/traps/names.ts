/** What a notification is called, and its severity as syslog counts them (RFC 5424 table 2). */
type Named = { name: string; severity: number };

const CRITICAL = 2;
const ERROR = 3;
const WARNING = 4;
const NOTICE = 5;
const INFORMATIONAL = 6;

/** Of notifications that have no name here. */
export const UNNAMED_SEVERITY = NOTICE;

const SNMP = "1.3.6.1.6.3.1.1.5";
const MIB2 = "1.3.6.1.2.1";
const ENTERPRISES = "1.3.6.1.4.1";
const CISCO = `${ENTERPRISES}.9.9`;
const APC = `${ENTERPRISES}.318.0`;
const JUNIPER = `${ENTERPRISES}.2636.4`;
const FORTINET = `${ENTERPRISES}.12356`;

/** Of the MIBs of the IETF and of vendors whose devices are common: object identifier, name, severity. */
const NOTIFICATIONS: readonly (readonly [oid: string, name: string, severity: number])[] = [
  // RFC 3418.
  [`${SNMP}.1`, "coldStart", WARNING],
  [`${SNMP}.2`, "warmStart", NOTICE],
  // RFC 2863.
  [`${SNMP}.3`, "linkDown", WARNING],
  [`${SNMP}.4`, "linkUp", NOTICE],
  [`${SNMP}.5`, "authenticationFailure", WARNING],
  [`${SNMP}.6`, "egpNeighborLoss", WARNING],
  // RFC 4188, RFC 4750, RFC 4273 (and its elder), RFC 2819, RFC 2787, RFC 3621.
  [`${MIB2}.17.0.1`, "newRoot", WARNING],
  [`${MIB2}.17.0.2`, "topologyChange", NOTICE],
  [`${MIB2}.14.16.2.2`, "ospfNbrStateChange", WARNING],
  [`${MIB2}.14.16.2.16`, "ospfIfStateChange", WARNING],
  [`${MIB2}.15.0.1`, "bgpEstablishedNotification", NOTICE],
  [`${MIB2}.15.0.2`, "bgpBackwardTransNotification", WARNING],
  [`${MIB2}.15.7.1`, "bgpEstablished", NOTICE],
  [`${MIB2}.15.7.2`, "bgpBackwardTransition", WARNING],
  [`${MIB2}.16.0.1`, "risingAlarm", WARNING],
  [`${MIB2}.16.0.2`, "fallingAlarm", NOTICE],
  [`${MIB2}.68.0.1`, "vrrpTrapNewMaster", WARNING],
  [`${MIB2}.68.0.2`, "vrrpTrapAuthFailure", WARNING],
  [`${MIB2}.105.0.1`, "pethPsePortOnOffNotification", NOTICE],
  [`${MIB2}.105.0.2`, "pethMainPowerUsageOnNotification", WARNING],
  [`${MIB2}.105.0.3`, "pethMainPowerUsageOffNotification", NOTICE],
  // RFC 6933, RFC 1628, RFC 3805, RFC 2981.
  [`${MIB2}.47.2.0.1`, "entConfigChange", NOTICE],
  [`${MIB2}.33.2.1`, "upsTrapOnBattery", ERROR],
  [`${MIB2}.33.2.2`, "upsTrapTestCompleted", NOTICE],
  [`${MIB2}.33.2.3`, "upsTrapAlarmEntryAdded", ERROR],
  [`${MIB2}.33.2.4`, "upsTrapAlarmEntryRemoved", NOTICE],
  [`${MIB2}.43.18.2.0.1`, "printerV2Alert", WARNING],
  [`${MIB2}.88.2.0.1`, "mteTriggerFired", WARNING],
  [`${MIB2}.88.2.0.2`, "mteTriggerRising", WARNING],
  [`${MIB2}.88.2.0.3`, "mteTriggerFalling", NOTICE],
  [`${MIB2}.88.2.0.4`, "mteTriggerFailure", WARNING],
  // IEEE 802.1AB.
  ["1.0.8802.1.1.2.0.0.1", "lldpRemTablesChange", NOTICE],
  // NET-SNMP-AGENT-MIB.
  [`${ENTERPRISES}.8072.4.0.1`, "nsNotifyStart", NOTICE],
  [`${ENTERPRISES}.8072.4.0.2`, "nsNotifyShutdown", WARNING],
  [`${ENTERPRISES}.8072.4.0.3`, "nsNotifyRestart", NOTICE],
  // Cisco's.
  [`${ENTERPRISES}.9.0.0`, "reload", WARNING],
  [`${ENTERPRISES}.9.0.1`, "tcpConnectionClose", INFORMATIONAL],
  [`${CISCO}.13.3.0.1`, "ciscoEnvMonShutdownNotification", CRITICAL],
  [`${CISCO}.13.3.0.2`, "ciscoEnvMonVoltageNotification", ERROR],
  [`${CISCO}.13.3.0.3`, "ciscoEnvMonTemperatureNotification", ERROR],
  [`${CISCO}.13.3.0.4`, "ciscoEnvMonFanNotification", ERROR],
  [`${CISCO}.13.3.0.5`, "ciscoEnvMonRedundantSupplyNotification", ERROR],
  [`${CISCO}.41.2.0.1`, "clogMessageGenerated", NOTICE],
  [`${CISCO}.43.2.0.1`, "ciscoConfigManEvent", NOTICE],
  [`${CISCO}.82.2.0.1`, "stpxInconsistencyUpdate", WARNING],
  [`${CISCO}.91.2.0.1`, "entSensorThresholdNotification", WARNING],
  [`${CISCO}.106.2.0.1`, "cHsrpStateChange", WARNING],
  [`${CISCO}.109.2.0.1`, "cpmCPURisingThreshold", WARNING],
  [`${CISCO}.109.2.0.2`, "cpmCPUFallingThreshold", NOTICE],
  [`${CISCO}.117.2.0.1`, "cefcModuleStatusChange", WARNING],
  [`${CISCO}.117.2.0.2`, "cefcPowerStatusChange", WARNING],
  [`${CISCO}.117.2.0.3`, "cefcFRUInserted", NOTICE],
  [`${CISCO}.117.2.0.4`, "cefcFRURemoved", WARNING],
  [`${CISCO}.215.2.0.1`, "cmnMacChangedNotification", INFORMATIONAL],
  [`${CISCO}.315.0.0.1`, "cpsSecureMacAddrViolation", WARNING],
  // APC's PowerNet-MIB.
  [`${APC}.1`, "communicationLost", ERROR],
  [`${APC}.2`, "upsOverload", ERROR],
  [`${APC}.3`, "upsDiagnosticsFailed", ERROR],
  [`${APC}.4`, "upsDischarged", CRITICAL],
  [`${APC}.5`, "upsOnBattery", ERROR],
  [`${APC}.7`, "lowBattery", CRITICAL],
  [`${APC}.8`, "communicationEstablished", NOTICE],
  [`${APC}.9`, "powerRestored", NOTICE],
  // Juniper's JUNIPER-MIB and JUNIPER-CFGMGMT-MIB.
  [`${JUNIPER}.1.1`, "jnxPowerSupplyFailure", ERROR],
  [`${JUNIPER}.1.2`, "jnxFanFailure", ERROR],
  [`${JUNIPER}.1.3`, "jnxOverTemperature", ERROR],
  [`${JUNIPER}.1.4`, "jnxRedundancySwitchover", WARNING],
  [`${JUNIPER}.2.1`, "jnxPowerSupplyOK", NOTICE],
  [`${JUNIPER}.2.2`, "jnxFanOK", NOTICE],
  [`${JUNIPER}.2.3`, "jnxTemperatureOK", NOTICE],
  [`${JUNIPER}.5.0.1`, "jnxCmCfgChange", NOTICE],
  // Fortinet's FORTINET-CORE-MIB and FORTINET-FORTIGATE-MIB.
  [`${FORTINET}.1.3.0.101`, "fnTrapCpuThreshold", WARNING],
  [`${FORTINET}.1.3.0.102`, "fnTrapMemThreshold", WARNING],
  [`${FORTINET}.1.3.0.103`, "fnTrapLogDiskThreshold", WARNING],
  [`${FORTINET}.1.3.0.104`, "fnTrapTempHigh", ERROR],
  [`${FORTINET}.101.2.0.301`, "fgTrapVpnTunUp", NOTICE],
  [`${FORTINET}.101.2.0.302`, "fgTrapVpnTunDown", WARNING],
  [`${FORTINET}.101.2.0.401`, "fgTrapHaSwitch", WARNING],
];

const INTERFACE_STATES = ["up", "down", "testing", "unknown", "dormant", "notPresent", "lowerLayerDown"];
const MONITOR_STATES = ["normal", "warning", "critical", "shutdown", "notPresent", "notFunctioning"];

/** Objects that notifications carry: object identifier without index, name, and what its numbers from 1 on mean. */
const OBJECTS: readonly (readonly [oid: string, name: string, states?: readonly string[]])[] = [
  [`${MIB2}.1.1`, "sysDescr"],
  [`${MIB2}.1.2`, "sysObjectID"],
  [`${MIB2}.1.4`, "sysContact"],
  [`${MIB2}.1.5`, "sysName"],
  [`${MIB2}.1.6`, "sysLocation"],
  [`${MIB2}.2.2.1.1`, "ifIndex"],
  [`${MIB2}.2.2.1.2`, "ifDescr"],
  [`${MIB2}.2.2.1.3`, "ifType"],
  [`${MIB2}.2.2.1.5`, "ifSpeed"],
  [`${MIB2}.2.2.1.6`, "ifPhysAddress"],
  [`${MIB2}.2.2.1.7`, "ifAdminStatus", INTERFACE_STATES],
  [`${MIB2}.2.2.1.8`, "ifOperStatus", INTERFACE_STATES],
  [`${MIB2}.2.2.1.9`, "ifLastChange"],
  [`${MIB2}.31.1.1.1.1`, "ifName"],
  [`${MIB2}.31.1.1.1.15`, "ifHighSpeed"],
  [`${MIB2}.31.1.1.1.18`, "ifAlias"],
  [`${MIB2}.14.1.1`, "ospfRouterId"],
  [`${MIB2}.14.10.1.1`, "ospfNbrIpAddr"],
  [`${MIB2}.14.10.1.3`, "ospfNbrRtrId"],
  [
    `${MIB2}.14.10.1.6`,
    "ospfNbrState",
    ["down", "attempt", "init", "twoWay", "exchangeStart", "exchange", "loading", "full"],
  ],
  [
    `${MIB2}.15.3.1.2`,
    "bgpPeerState",
    ["idle", "connect", "active", "opensent", "openconfirm", "established"],
  ],
  [`${MIB2}.15.3.1.7`, "bgpPeerRemoteAddr"],
  [`${MIB2}.15.3.1.14`, "bgpPeerLastError"],
  [`${MIB2}.16.3.1.1.1`, "alarmIndex"],
  [`${MIB2}.16.3.1.1.3`, "alarmVariable"],
  [`${MIB2}.16.3.1.1.4`, "alarmSampleType", ["absoluteValue", "deltaValue"]],
  [`${MIB2}.16.3.1.1.5`, "alarmValue"],
  [`${MIB2}.16.3.1.1.7`, "alarmRisingThreshold"],
  [`${MIB2}.16.3.1.1.8`, "alarmFallingThreshold"],
  [`${MIB2}.33.1.2.2`, "upsSecondsOnBattery"],
  [`${MIB2}.33.1.2.3`, "upsEstimatedMinutesRemaining"],
  [`${MIB2}.33.1.6.2.1.1`, "upsAlarmId"],
  [`${MIB2}.33.1.6.2.1.2`, "upsAlarmDescr"],
  [`${MIB2}.33.1.7.1`, "upsTestId"],
  [`${MIB2}.33.1.7.3`, "upsTestResultsSummary"],
  [`${MIB2}.33.1.7.4`, "upsTestResultsDetail"],
  [`${MIB2}.33.1.9.7`, "upsConfigLowBattTime"],
  [`${MIB2}.43.18.1.1.2`, "prtAlertSeverityLevel"],
  [`${MIB2}.43.18.1.1.7`, "prtAlertCode"],
  [`${MIB2}.43.18.1.1.8`, "prtAlertDescription"],
  [`${MIB2}.47.1.1.1.1.2`, "entPhysicalDescr"],
  [`${MIB2}.47.1.1.1.1.7`, "entPhysicalName"],
  [`${MIB2}.68.1.3.1.7`, "vrrpOperMasterIpAddr"],
  [`${MIB2}.88.2.1.1`, "mteHotTrigger"],
  [`${MIB2}.88.2.1.2`, "mteHotTargetName"],
  [`${MIB2}.88.2.1.3`, "mteHotContextName"],
  [`${MIB2}.88.2.1.4`, "mteHotOID"],
  [`${MIB2}.88.2.1.5`, "mteHotValue"],
  [`${MIB2}.88.2.1.6`, "mteFailedReason"],
  [`${MIB2}.99.1.1.1.1`, "entPhySensorType"],
  [`${MIB2}.99.1.1.1.2`, "entPhySensorScale"],
  [`${MIB2}.99.1.1.1.3`, "entPhySensorPrecision"],
  [`${MIB2}.99.1.1.1.4`, "entPhySensorValue"],
  [`${MIB2}.99.1.1.1.5`, "entPhySensorOperStatus", ["ok", "unavailable", "nonoperational"]],
  [`${MIB2}.99.1.1.1.6`, "entPhySensorUnitsDisplay"],
  ["1.3.6.1.6.3.18.1.4", "snmpTrapCommunity"],
  [`${ENTERPRISES}.9.2.1.5`, "authAddr"],
  [`${ENTERPRISES}.9.2.2.1.1.20`, "locIfReason"],
  [`${CISCO}.13.1.3.1.2`, "ciscoEnvMonTemperatureStatusDescr"],
  [`${CISCO}.13.1.3.1.3`, "ciscoEnvMonTemperatureStatusValue"],
  [`${CISCO}.13.1.3.1.6`, "ciscoEnvMonTemperatureState", MONITOR_STATES],
  [`${CISCO}.13.1.4.1.2`, "ciscoEnvMonFanStatusDescr"],
  [`${CISCO}.13.1.4.1.3`, "ciscoEnvMonFanState", MONITOR_STATES],
  [`${CISCO}.13.1.5.1.2`, "ciscoEnvMonSupplyStatusDescr"],
  [`${CISCO}.13.1.5.1.3`, "ciscoEnvMonSupplyState", MONITOR_STATES],
  [`${CISCO}.41.1.2.3.1.2`, "clogHistFacility"],
  [`${CISCO}.41.1.2.3.1.3`, "clogHistSeverity"],
  [`${CISCO}.41.1.2.3.1.4`, "clogHistMsgName"],
  [`${CISCO}.41.1.2.3.1.5`, "clogHistMsgText"],
  [`${CISCO}.41.1.2.3.1.6`, "clogHistTimestamp"],
  [`${CISCO}.43.1.1.6.1.3`, "ccmHistoryEventCommandSource", ["commandLine", "snmp"]],
  [`${CISCO}.43.1.1.6.1.4`, "ccmHistoryEventConfigSource"],
  [`${CISCO}.43.1.1.6.1.5`, "ccmHistoryEventConfigDestination"],
  [`${CISCO}.43.1.1.6.1.8`, "ccmHistoryEventTerminalUser"],
  [`${CISCO}.91.1.1.1.1.4`, "entSensorValue"],
  [`${CISCO}.91.1.2.1.1.4`, "entSensorThresholdValue"],
  [`${ENTERPRISES}.318.2.3.3`, "mtrapargsString"],
];

const notifications = new Map(
  NOTIFICATIONS.map(([oid, name, severity]): [string, Named] => [oid, { name, severity }]),
);
const objects = new Map(OBJECTS.map(([oid, name, states = []]) => [oid, { name, states }]));
/** Numbers that the object identifiers of the table have. */
const [MIN_NUMBERS, MAX_NUMBERS] = [...objects.keys()]
  .map((oid) => oid.split(".").length)
  .reduce(([least, most], count) => [Math.min(least, count), Math.max(most, count)], [Infinity, 0]);

/** Undefined where it is none of ours. */
export function findNotification(oid: string): Named | undefined {
  return notifications.get(oid);
}

export type NamedObject = {
  name: string;
  /** What stands behind the name, with its dot. */
  index: string;
  states: readonly string[];
};

/** The object that a variable is an instance of; undefined where it is none of ours. */
export function findObject(oid: string): NamedObject | undefined {
  let end = 0;
  let found: NamedObject | undefined;
  for (let numbers = 1; numbers <= MAX_NUMBERS; numbers++) {
    const dot = oid.indexOf(".", end);
    const at = dot === -1 ? oid.length : dot;
    const object = numbers < MIN_NUMBERS ? undefined : objects.get(oid.slice(0, at));
    if (object !== undefined) found = { ...object, index: oid.slice(at) };
    if (dot === -1) break;
    end = dot + 1;
  }
  return found;
}
