import { useVirtualizer } from "@tanstack/react-virtual";
import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../../../api/me";
import { FilterBar } from "../../../components/filters/filter-bar";
import { IconButton } from "../../../components/icon-button/icon-button";
import { EmptyState } from "../../../components/states/empty-state";
import { useFilterShortcut, useShownShortcuts, type Shortcut } from "../../../shell/shortcuts/registry";
import { FreeSpaceIcon } from "../../../theme/icons";
import { ROW_HEIGHTS } from "../../../theme/tokens";
import { conflictsQuery } from "../api";
import { conflictedSubnets } from "../conflicts/conflicted-subnets";
import styles from "./subnet-tree.module.css";
import { moveInTree } from "./tree-keys";
import { FreeTreeRow, SubnetTreeRow } from "./tree-row";
import { countMatching, treeRows, type Subnet, type TreeRow } from "./tree-rows";
import type { IpamView } from "../view";

const WHAT = ["subnet", "subnets"] as const;

const TREE_KEYS: readonly Shortcut[] = [
  { keys: "← →", label: "Close and open a subnet of the tree", scope: "IPAM" },
];

type Props = { subnets: readonly Subnet[]; view: IpamView; isFetching: boolean };

const OVERSCAN = 12;

/** All subnets as they lie in each other, with how full they are and what is free between them. */
export function SubnetTree({ subnets, view, isFetching }: Props) {
  const { q = "", closed, free } = view.search;
  useFilterShortcut({ label: "Filter the subnets", scope: "IPAM" });
  useShownShortcuts(TREE_KEYS);
  const rows = useMemo(
    () => treeRows(subnets, { closed: new Set(closed), text: q, hasFree: free !== "hidden" }),
    [subnets, closed, q, free],
  );
  return (
    <div className={styles.tree}>
      <FilterBar
        what={WHAT}
        text={q}
        onText={(text) => view.change({ q: text === "" ? undefined : text }, { isTyping: true })}
        facets={[]}
        onChoose={() => undefined}
        onClearAll={() => view.change({ q: undefined })}
        shown={countMatching(subnets, q)}
        total={subnets.length}
      >
        <IconButton
          icon={FreeSpaceIcon}
          label={free === "hidden" ? "Show free space" : "Hide free space"}
          isPressed={free !== "hidden"}
          onClick={() => view.change({ free: free === "hidden" ? undefined : "hidden" })}
        />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyState title={q === "" ? "No subnets yet" : "No subnet matches"}>
          {q !== "" && "A name, a VLAN, an address or a network finds subnets."}
        </EmptyState>
      ) : (
        <TreeGrid rows={rows} subnets={subnets} view={view} isFetching={isFetching} />
      )}
    </div>
  );
}

function TreeGrid({ rows, subnets, view, isFetching }: Props & { rows: readonly TreeRow[] }) {
  const { data: conflicts } = useQuery(conflictsQuery());
  const conflicted = useMemo(() => conflictedSubnets(subnets, conflicts ?? []), [subnets, conflicts]);
  const mayWrite = useMay("ipam_write");
  const treeId = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState(() => String(view.subnetId ?? ""));
  const [isCoarse] = useState(() => matchMedia("(pointer: coarse)").matches);
  const height = isCoarse ? ROW_HEIGHTS.touch : ROW_HEIGHTS.table;
  const found = rows.findIndex(({ id }) => id === activeId);
  const active = found === -1 ? 0 : found;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    initialOffset: () => Math.max(0, (active - 4) * height),
  });
  const drawn = virtualizer.getVirtualItems();
  const toggle = (id: number) => {
    const { closed = [] } = view.search;
    view.change({ closed: closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id] });
  };
  const open = (row: TreeRow) => {
    setActiveId(row.id);
    if (row.kind === "subnet") view.openSubnet(row.subnet.id);
    else if (mayWrite) view.change({ form: "add", cidr: row.cidr });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = moveInTree(rows, active, event.key);
    if (step === undefined) return;
    event.preventDefault();
    if (step === "open") return open(row);
    if (step === "toggle") return row.kind === "subnet" ? toggle(row.subnet.id) : undefined;
    setActiveId(rows[step]?.id ?? "");
    virtualizer.scrollToIndex(step);
    return undefined;
  };
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    const row =
      rows[
        Number(
          (target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null)?.dataset["row"] ??
            -1,
        )
      ];
    // The browser opens links in new tabs by itself.
    if (row === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const isFold = target instanceof Element && target.closest("[data-fold]") !== null;
    if (isFold && row.kind === "subnet") toggle(row.subnet.id);
    else open(row);
  };
  return (
    <div
      ref={scroll}
      role="treegrid"
      tabIndex={0}
      aria-label="Subnets"
      aria-rowcount={rows.length}
      aria-colcount={3}
      aria-busy={isFetching}
      aria-activedescendant={drawn.some(({ index }) => index === active) ? `${treeId}-${active}` : undefined}
      className={styles.scroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
        {drawn.map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const place = {
            id: `${treeId}-${index}`,
            index,
            top: start,
            height,
            isActive: index === active,
          };
          return row.kind === "subnet" ? (
            <SubnetTreeRow
              key={key}
              {...place}
              row={row}
              conflictCount={conflicted.get(row.subnet.id) ?? 0}
              isShown={row.subnet.id === view.subnetId}
            />
          ) : (
            <FreeTreeRow key={key} {...place} row={row} mayAdd={mayWrite} />
          );
        })}
      </div>
    </div>
  );
}
