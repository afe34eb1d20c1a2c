import { Link } from "@tanstack/react-router";
import type { Column } from "../../components/data-table/columns";
import { addressSortKey } from "../../format/address";
import type { Host } from "./api";
import styles from "./discovery.module.css";
import { importText } from "./words";

const ABSENT = "–";

function textColumn(
  column: { id: string; label: string; width: number; isMono?: boolean; grows?: boolean },
  textOf: (host: Host) => string | null,
): Column<Host> {
  const { isMono = false, ...rest } = column;
  return {
    ...rest,
    sortKey: textOf,
    cell(host) {
      const text = textOf(host);
      if (text === null) return ABSENT;
      return (
        <span className={isMono ? "mono" : undefined} title={isMono ? undefined : text}>
          {text}
        </span>
      );
    },
    copyValue: (host) => textOf(host) ?? "",
  };
}

/** Of hosts that a scan found. */
export const HOST_COLUMNS: readonly Column<Host>[] = [
  {
    id: "address",
    label: "Address",
    width: 136,
    sortKey: ({ ip_address: address }) => addressSortKey(address),
    cell: ({ ip_address: address }) => <span className="mono">{address}</span>,
    copyValue: ({ ip_address: address }) => address,
  },
  textColumn({ id: "hostname", label: "Host name", width: 160 }, ({ hostname }) => hostname),
  {
    id: "inventory",
    label: "Inventory",
    width: 180,
    grows: true,
    sortKey: importText,
    cell(host) {
      const { existing_device_id: id, conflict } = host;
      const text = importText(host);
      return (
        <span className={styles.cell} title={conflict ?? text}>
          {id === null ? (
            text
          ) : (
            <Link to="/inventory/$deviceId" params={{ deviceId: String(id) }} tabIndex={-1}>
              {text}
            </Link>
          )}
          {conflict !== null && "; conflict"}
        </span>
      );
    },
    copyValue: importText,
  },
  textColumn({ id: "vendor", label: "Vendor", width: 120 }, ({ vendor }) => vendor),
  textColumn(
    { id: "mac", label: "MAC", width: 176, isMono: true },
    ({ mac_address: mac, is_random_mac: isRandom }) =>
      mac === null ? null : `${mac.toLowerCase()}${isRandom ? " random" : ""}`,
  ),
  textColumn({ id: "ports", label: "Open ports", width: 112, isMono: true }, ({ open_ports: ports }) =>
    ports.length === 0 ? null : ports.join(" "),
  ),
  textColumn({ id: "guess", label: "May be", width: 120 }, ({ device_type_guess: guess }) =>
    guess === null ? null : `${guess.type}: ${guess.reason}`,
  ),
  textColumn({ id: "services", label: "Says", width: 220 }, ({ services, os }) => {
    const texts = [...(os === null ? [] : [os]), ...services.map(({ port, text }) => `${port}: ${text}`)];
    return texts.length === 0 ? null : texts.join("; ");
  }),
];
