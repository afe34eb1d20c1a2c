import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Maintenance } from "../../api/maintenance";
import { useMay } from "../../api/me";
import { Section } from "../../components/page-head/section";
import { EmptyState } from "../../components/states/empty-state";
import { formatCount } from "../../format/number";
import { DeleteWindow } from "./delete-window";
import styles from "./maintenance.module.css";
import { WindowRow } from "./window-row";

/** What is over and of no more use: a few are shown, the others on demand. */
const FEW = 10;

const PARTS = [
  { title: "Running now", states: ["running"] },
  { title: "Planned", states: ["scheduled"] },
  { title: "Over or disabled", states: ["over", "disabled"] },
] as const;

/** The windows: what runs first, then what comes, by when it comes. */
export function WindowList({ windows }: { windows: readonly Maintenance[] }) {
  const mayChange = useMay("monitoring_write");
  const [removed, setRemoved] = useState<Maintenance | null>(null);
  if (windows.length === 0) {
    return (
      <EmptyState
        title="No maintenance is planned"
        action={
          mayChange && (
            <Button size="xs" variant="default" component={Link} to="/monitoring/maintenance/new">
              Plan the first one
            </Button>
          )
        }
      >
        While a window runs, what it covers is not down but in maintenance: no alert, and no loss of uptime.
      </EmptyState>
    );
  }
  return (
    <>
      {PARTS.map(({ title, states }) => {
        const shown = windows
          .filter(({ state }) => states.some((one) => one === state))
          .toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)));
        return shown.length === 0 ? null : (
          <Part
            key={title}
            title={title}
            windows={shown}
            most={title === "Over or disabled" ? FEW : Infinity}
            onDelete={mayChange ? setRemoved : undefined}
          />
        );
      })}
      {removed !== null && <DeleteWindow window={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

/** What ends or begins first is first; what is over stays in the order of the service, the newest first. */
function orderOf({ current, next }: Maintenance): string {
  return current?.ends_at ?? next?.starts_at ?? "";
}

type PartProps = {
  title: string;
  windows: readonly Maintenance[];
  most: number;
  onDelete: ((window: Maintenance) => void) | undefined;
};

function Part({ title, windows, most, onDelete }: PartProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? windows : windows.slice(0, most);
  const more = windows.length - shown.length;
  return (
    <Section title={title}>
      <ul className={styles.list} aria-label={title}>
        {shown.map((window) => (
          <WindowRow key={window.id} window={window} onDelete={onDelete} />
        ))}
      </ul>
      {more > 0 && (
        <Button size="xs" variant="subtle" onClick={() => setIsWhole(true)}>
          Show {formatCount(more, ["more", "more"])}
        </Button>
      )}
    </Section>
  );
}
