import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Can } from "../../components/permission/can";
import { EmptyState } from "../../components/states/empty-state";

/** The inventory before its first device. */
export function NothingYet() {
  return (
    <EmptyState
      title="No devices yet"
      action={
        <Can do="topology_write">
          <Group gap="sm">
            <Button size="xs" variant="default" component={Link} to="/inventory/new">
              Add the first device
            </Button>
            <Button size="xs" variant="default" component={Link} to="/inventory/import">
              Import a CSV file
            </Button>
            <Button size="xs" variant="default" component={Link} to="/discovery">
              Scan a network
            </Button>
          </Group>
        </Can>
      }
    >
      What is in your network will be listed here: names, addresses, sites. A spreadsheet that is saved as CSV
      brings all of it at once.
    </EmptyState>
  );
}
