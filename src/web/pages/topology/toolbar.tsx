import { SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import { formatNumber } from "../../format/number";
import { useFilterShortcut } from "../../shell/shortcuts/registry";
import { SearchIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import type { MapNetwork } from "./network";
import type { TopologySearch } from "./search";
import styles from "./topology.module.css";

/** Changes what the page shows: pushed, or in place of the present entry. */
export type Show = (change: TopologySearch, options?: { replace?: boolean }) => void;

/** How fresh the map is. */
export type Age = { updatedAt: number; error: Error | null; retry: () => void };

type Props = {
  network: MapNetwork;
  hits: ReadonlySet<string> | null;
  show: Show;
  /** Goes to the next device that was found. */
  onNext?: () => void;
  children?: ReactNode;
};

const VIEWS = [
  { value: "map", label: "Map" },
  { value: "devices", label: "Devices" },
  { value: "links", label: "Links" },
];

const route = getRouteApi("/shell/topology");

/** One row: search, what is shown. */
export function Toolbar({ network, hits, show, onNext, children }: Props) {
  const search = route.useSearch();
  useFilterShortcut({ label: "Find devices", scope: "Topology" });
  return (
    <search className={styles.bar} aria-label="Topology">
      <SearchText
        text={search.q ?? ""}
        found={hits === null ? "" : `${formatNumber(hits.size)} of ${formatNumber(network.nodes.length)}`}
        show={show}
        onNext={onNext}
      />
      <SegmentedControl
        size="xs"
        aria-label="View"
        data={VIEWS}
        value={search.view ?? "map"}
        onChange={(view) =>
          show({
            view: view === "devices" || view === "links" ? view : undefined,
            sort: undefined,
            edit: undefined,
          })
        }
      />
      {children}
    </search>
  );
}

const TYPING_MS = 150;

type SearchProps = { text: string; found: string; show: Show; onNext: (() => void) | undefined };

function SearchText({ text, found, show, onNext }: SearchProps) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState({ text, told: text });
  if (text !== known.text) {
    setKnown({ ...known, text });
    // Changed from elsewhere, by Back or a link; not the echo of what was typed here.
    if (text !== known.told) setTyped(text);
  }
  const tell = useDebouncedCallback((wanted: string) => {
    setKnown((old) => ({ ...old, told: wanted }));
    show({ q: wanted === "" ? undefined : wanted }, { replace: true });
  }, TYPING_MS);
  return (
    <TextInput
      size="xs"
      w={172}
      type="search"
      aria-label="Find devices on the map"
      placeholder="Find devices"
      data-shortcut="filter"
      leftSection={<SearchIcon {...ICON} />}
      rightSection={
        <span role="status" className={styles.age}>
          {found}
        </span>
      }
      rightSectionWidth={found === "" ? 8 : 76}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        tell(value);
      }}
      onKeyDown={({ key }) => {
        if (key === "Enter") onNext?.();
      }}
    />
  );
}

/** How old the map is. */
export function AgeText({ age: { updatedAt } }: { age: Age }) {
  const now = useNow();
  return (
    <span className={styles.age}>
      Updated <TimeValue at={new Date(Math.min(updatedAt, now)).toISOString()} as="age" />
    </span>
  );
}
