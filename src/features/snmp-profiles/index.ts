export { openSnmpAccess, type SnmpProfileRow } from "./access";
