import { useMemo } from "react";
import { shownColumnIds } from "../../components/data-table/columns";
import { eventColumns, type AddressLengths } from "../../components/event-table/columns";
import type { DeviceNames } from "../../api/device-names";
import type { FilterTerm } from "../../components/event-table/event-fields";
import type { ShownColumn } from "./tail-line";

/** Narrower than in the search, which has its widths changed by hand: the line is what is read here. */
const WIDTHS: Readonly<Record<string, number>> = {
  received_at: 104,
  verdict: 88,
  source_host: 128,
  dst_port: 88,
  protocol: 72,
};

type Options = {
  filter: (term: FilterTerm) => void;
  /** As the address of the page has them. */
  shownIds: Parameters<typeof shownColumnIds>[1];
  addressLengths: AddressLengths;
  deviceNames: DeviceNames;
};

/** The columns of the tail: the same as long as nothing of this changes, for every row is drawn again with others. */
export function useTailColumns({ filter, shownIds, addressLengths, deviceNames }: Options): ShownColumn[] {
  return useMemo(() => {
    const all = eventColumns(filter, { addressLengths, deviceNames });
    const shown = shownColumnIds(all, shownIds);
    return all
      .filter((column) => shown.includes(column.id))
      .map((column) => ({ column, width: WIDTHS[column.id] ?? column.width }));
  }, [filter, shownIds, addressLengths, deviceNames]);
}
