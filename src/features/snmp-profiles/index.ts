export { getSnmpAccess, listSnmpAccess, openSnmpAccess, snmpAccessOf, type SnmpProfileRow } from "./access";
export { findDeviceAgent, type DeviceAgent } from "./device-agent";
export { snmpUserFields } from "./models";
