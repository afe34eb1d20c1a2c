import { canonicalAddress } from "../values/ip-address";
import { fieldText, MAX_INTERFACE_LENGTH } from "../values/field-text";
import type { Line } from "../line";

const PROGRAM = "snmptrap";
/** Behind the name of what happened. */
const COLON = ": ";
/** Texts stand in quotation marks, within which those of the text have a backslash before them. */
const INTERFACE_NAME = / ifName[.\d]*="((?:[^"\\]|\\.){1,160})"/;
const INTERFACE_DESCRIPTION = / ifDescr[.\d]*="((?:[^"\\]|\\.){1,160})"/;
/** Cisco's: who it was that had the wrong community. */
const ASKED_BY = / authAddr[.\d]*=([\d.]{7,15})(?: |$)/;
/** The number of the enterprise that a name is of. */
const ENTERPRISE = / enterprise=1\.3\.6\.1\.4\.1\.(\d{1,10})(?:\.[\d.]*)?$/;
const ENTERPRISE_OF_NAME = / oid=1\.3\.6\.1\.4\.1\.(\d{1,10})(?:\.[\d.]*)?(?: enterprise=[\d.]*)?$/;

/** Short names of vendors by their number at https://www.iana.org/assignments/enterprise-numbers */
const VENDORS = new Map([
  ["9", "cisco"],
  ["11", "hp"],
  ["43", "3com"],
  ["171", "dlink"],
  ["253", "xerox"],
  ["318", "apc"],
  ["476", "vertiv"],
  ["534", "eaton"],
  ["674", "dell"],
  ["789", "netapp"],
  ["1916", "extreme"],
  ["1991", "brocade"],
  ["2011", "huawei"],
  ["2636", "juniper"],
  ["3375", "f5"],
  ["4526", "netgear"],
  ["6574", "synology"],
  ["6876", "vmware"],
  ["8072", "netsnmp"],
  ["8741", "sonicwall"],
  ["10002", "ubiquiti"],
  ["12356", "fortinet"],
  ["14823", "aruba"],
  ["14988", "mikrotik"],
  ["25461", "paloalto"],
  ["25506", "hpe"],
  ["30065", "arista"],
  ["41112", "ubiquiti"],
]);

/** A trap as the receiver of this service prints it (traps/print.ts): the interface, who asked, whose device it is. */
export function parseSnmpTrap(body: string, { message }: Line): boolean {
  if (message.app !== PROGRAM || message.msgid === null) return false;
  if (!body.startsWith(message.msgid + COLON)) return false;
  message.parser = "snmp-trap";
  const name = INTERFACE_NAME.exec(body)?.[1] ?? INTERFACE_DESCRIPTION.exec(body)?.[1] ?? "";
  message.interface = fieldText(name.replaceAll(/\\(.)/g, "$1"), MAX_INTERFACE_LENGTH);
  message.srcIp = canonicalAddress(ASKED_BY.exec(body)?.[1] ?? "");
  const enterprise = ENTERPRISE.exec(body)?.[1] ?? ENTERPRISE_OF_NAME.exec(body)?.[1];
  message.vendor = VENDORS.get(enterprise ?? "") ?? null;
  return true;
}
