import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Can } from "../../components/permission/can";
import { EmptyState } from "../../components/states/empty-state";
import type { IpamView } from "./view";

/** Nothing is there yet: the ways to begin. */
export function NoSubnets({ view, onImport }: { view: IpamView; onImport: () => void }) {
  return (
    <EmptyState
      title="No subnets yet"
      action={
        <Group gap="sm">
          <Can do="ipam_write">
            <Button size="xs" onClick={() => view.change({ form: "add" })}>
              Add the first subnet
            </Button>
            <Button size="xs" variant="default" onClick={onImport}>
              Import from VLANs
            </Button>
            <Button
              size="xs"
              variant="default"
              renderRoot={(root) => <Link {...root} to="/moving-in" search={{ source: "csv" }} />}
            >
              Import CSV
            </Button>
          </Can>
          <Button size="xs" variant="subtle" onClick={() => view.openTab("reservations")}>
            Show reservations
          </Button>
        </Group>
      }
    >
      A subnet shows which of its addresses are used, by what, and which one is free next. VLANs of the
      topology that have an address range become subnets in one step.
    </EmptyState>
  );
}
