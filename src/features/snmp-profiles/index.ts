export { getSnmpAccess, openSnmpAccess, snmpAccessOf, type SnmpProfileRow } from "./access";
export { snmpUserFields } from "./models";
