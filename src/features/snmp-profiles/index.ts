export { openSnmpAccess, type SnmpAccess, type SnmpProfileRow } from "./access";
