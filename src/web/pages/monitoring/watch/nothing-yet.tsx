import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { may, useMe } from "../../../api/me";
import { Can } from "../../../components/permission/can";
import { EmptyState } from "../../../components/states/empty-state";
import type { Tab } from "../search";
import { WatchForm } from "./watch-form";

type Props = { tab: Tab; onWatched: (what: "host" | "page") => void };

/** A list before its first row, and how that comes. */
export function NothingYet({ tab, onWatched }: Props) {
  const me = useMe();
  if (tab === "services") {
    return (
      <EmptyState
        title="No service is checked yet"
        action={
          <Can do="monitoring_write">
            <Button size="xs" component={Link} to="/monitoring/checks/new">
              Add the first check
            </Button>
          </Can>
        }
      >
        SSH on the switches, DNS on the name servers, a port on everything: one check is of one device, or of
        every device that is watched.
      </EmptyState>
    );
  }
  const isDevices = tab === "devices";
  const mayWatch = may(me, isDevices ? "topology_write" : "monitoring_write");
  return (
    <EmptyState
      title={isDevices ? "Nothing is watched yet" : "No monitor yet"}
      action={mayWatch && <WatchForm onWatched={onWatched} />}
    >
      {isDevices
        ? "Write the address or the name of a host, and its first result is here within seconds. Every device of the inventory that is active and has an address or a host name is watched by itself."
        : "Write the URL of a page or an API, and it is asked every minute. Authentication, assertions and certificates are set on its own page."}
    </EmptyState>
  );
}
