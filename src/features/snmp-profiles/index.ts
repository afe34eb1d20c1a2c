export { getSnmpAccess, listSnmpAccess, openSnmpAccess, snmpAccessOf, type SnmpProfileRow } from "./access";
export { SNMP_PROFILE_NAMES } from "./audit-names";
export { snmpUserFields } from "./models";
export type { ProfileDevices } from "./service";
export { snmpProfileUndoers } from "./undo";
export { snmpProfileKind } from "./configuration/profiles";
