import { Button, Group, Popover, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { Can } from "../../../components/permission/can";
import { Facts } from "../../../components/detail-panel/facts";
import { CopyButton } from "../../../components/value/copy-button";
import { AddressHistory } from "./address-history";
import { STATE_WORDS, type Cell } from "./address-cells";

type Props = {
  cell: Cell;
  /** The cell on the screen. */
  target: () => HTMLElement | null;
  onReserve: () => void;
  onShowReservations: () => void;
  onClose: () => void;
};

type Box = { left: number; top: number; width: number; height: number };

/** What is known of an address, beside its cell. */
export function AddressPopover({ cell, target, onReserve, onShowReservations, onClose }: Props) {
  const box = useBoxOf(target);
  if (box === null) return null;
  return (
    <Popover
      opened
      onDismiss={onClose}
      withRoles={false}
      trapFocus
      position="bottom"
      width={320}
      returnFocus={false}
    >
      <Popover.Target>
        <span aria-hidden style={{ position: "absolute", pointerEvents: "none", ...box }} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={`Address ${cell.ip}`}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") onClose();
        }}
      >
        <Stack gap={8}>
          <Group gap={4} justify="space-between">
            <strong className="mono" tabIndex={-1} data-autofocus>
              {cell.ip}
            </strong>
            <CopyButton text={cell.ip} label={`Copy ${cell.ip}`} />
          </Group>
          {cell.conflicts.map(({ description }) => (
            <p key={description} style={{ color: "var(--danger-text)" }}>
              {description}
            </p>
          ))}
          <Facts facts={factsOf(cell)} />
          <Can do="security_view">
            <AddressHistory address={cell.ip} />
          </Can>
          <Can do="ipam_write">
            {cell.kind === "free" && (
              <Button size="xs" onClick={onReserve}>
                Reserve address
              </Button>
            )}
          </Can>
          {cell.kind === "reserved" && (
            <Button size="xs" variant="default" onClick={onShowReservations}>
              Show the reservation
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function factsOf({ kind, dhcp_range: isInRange, display_name: name, label, mac_address: mac, vendor }: Cell) {
  const state = {
    label: "State",
    value: isInRange && kind === "free" ? STATE_WORDS.pool.word : STATE_WORDS[kind].word,
  };
  if (kind === "free") return [state];
  return [
    state,
    { label: "Name", value: name ?? label },
    { label: "MAC address", value: mac === null ? null : <span className="mono">{mac}</span> },
    { label: "Vendor", value: vendor },
    { label: "DHCP range", value: isInRange ? "inside" : "outside" },
  ];
}

/** Where the cell is inside the grid, once it has been drawn. */
function useBoxOf(target: () => HTMLElement | null): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  // Not in a layout effect: the grid around it is known only after that.
  useEffect(() => {
    const cell = target();
    if (cell === null) return;
    cell.scrollIntoView({ block: "nearest" });
    const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = cell;
    setBox({ left, top, width, height });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- measured once: another cell is another popover
  }, []);
  return box;
}
