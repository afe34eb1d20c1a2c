import { DeviceStatus } from "../../components/badge/device-status";
import { StatusMark, STATUSES_BY_URGENCY } from "../../components/badge/status-mark";
import { LIST_TIME_WIDTH, type Column } from "../../components/data-table/columns";
import { TimeValue } from "../../components/value/time-value";
import { visible } from "../../components/value/visible-text";
import { addressSortKey } from "../../format/address";
import { formatWord } from "../../format/device";
import { spellHidden } from "../../format/hidden-characters";
import type { Row } from "./rows";

const ABSENT = "–";
/** Filled last where it is not known. */
const orLast = (text: string | null) => (text === null || text === "" ? null : text);

function textColumn(
  column: {
    id: string;
    label: string;
    width: number;
    isHiddenAtFirst?: boolean;
    isMono?: boolean;
    card?: Column<Row>["card"];
  },
  textOf: (row: Row) => string | null,
): Column<Row> {
  const { isMono = false, ...rest } = column;
  return {
    ...rest,
    sortKey: (row) => orLast(textOf(row)),
    cell(row) {
      const text = orLast(textOf(row));
      if (text === null) return ABSENT;
      return (
        <span className={isMono ? "mono" : undefined} title={isMono ? undefined : spellHidden(text)}>
          {visible(text)}
        </span>
      );
    },
    copyValue: (row) => textOf(row) ?? "",
  };
}

export const COLUMNS: readonly Column<Row>[] = [
  textColumn({ id: "name", label: "Name", width: 176 }, ({ name }) => name),
  {
    id: "address",
    label: "Address",
    width: 136,
    card: "bare",
    sortKey: ({ ip_address: address }) => addressSortKey(address),
    cell: ({ ip_address: address }) =>
      address === "" ? (
        ABSENT
      ) : (
        <span className="mono" title={address}>
          {address}
        </span>
      ),
    copyValue: ({ ip_address: address }) => address,
  },
  {
    id: "status",
    label: "Status",
    width: 100,
    card: "state",
    sortKey: ({ state: { status } }) => STATUSES_BY_URGENCY.indexOf(status),
    cell: ({ state }) => <StatusMark {...state} />,
    copyValue: ({ state: { label } }) => label,
  },
  textColumn({ id: "type", label: "Type", width: 100, card: "bare" }, ({ type }) => type),
  textColumn({ id: "site", label: "Site", width: 112, card: "bare" }, ({ site }) => site),
  textColumn({ id: "group", label: "Group", width: 120, card: "bare" }, ({ topology_group: group }) => group),
  textColumn({ id: "vendor", label: "Vendor", width: 108, card: "none" }, ({ vendor }) => vendor),
  textColumn(
    { id: "mac", label: "MAC", width: 156, isMono: true, card: "none" },
    ({ mac_address: mac }) => mac,
  ),
  textColumn({ id: "tags", label: "Tags", width: 160, card: "none" }, ({ tags }) => tags.join(", ")),
  textColumn(
    { id: "hostname", label: "Host name", width: 180, isHiddenAtFirst: true },
    ({ hostname }) => hostname,
  ),
  textColumn({ id: "os", label: "Operating system", width: 150, isHiddenAtFirst: true }, ({ os }) => os),
  textColumn(
    { id: "serial", label: "Serial number", width: 150, isHiddenAtFirst: true },
    ({ serial_number: serial }) => serial,
  ),
  textColumn({ id: "vlan", label: "VLAN", width: 72, isHiddenAtFirst: true }, ({ vlan_id: vlan }) => vlan),
  textColumn(
    { id: "subnet", label: "Subnet", width: 150, isHiddenAtFirst: true, isMono: true },
    ({ subnet }) => subnet,
  ),
  {
    id: "recorded",
    label: "Recorded status",
    width: 132,
    isHiddenAtFirst: true,
    sortKey: ({ status }) => status,
    cell: ({ status }) => <DeviceStatus status={status} />,
    copyValue: ({ status }) => formatWord(status),
  },
  textColumn({ id: "lifecycle", label: "Lifecycle", width: 96, isHiddenAtFirst: true }, ({ lifecycle }) =>
    formatWord(lifecycle),
  ),
  textColumn({ id: "notes", label: "Notes", width: 220, isHiddenAtFirst: true }, ({ notes }) => notes),
  {
    id: "changed",
    label: "Changed",
    width: LIST_TIME_WIDTH,
    isHiddenAtFirst: true,
    sortKey: ({ updated_at: at }) => at,
    cell: ({ updated_at: at }) => <TimeValue at={at} isInGrid />,
    copyValue: ({ updated_at: at }) => at,
  },
];
