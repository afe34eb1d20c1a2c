import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Can } from "../../components/permission/can";
import { AlertIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";

type About = { device: number } | { check: number } | { monitor: number };

/** Leads to a new alert rule about what is watched. */
export function AddAlert({ about }: { about: About }) {
  return (
    <Can do="alert_write">
      <Button
        size="xs"
        variant="default"
        leftSection={<AlertIcon {...ICON} />}
        renderRoot={(root) => <Link {...root} to="/alerts/rules/new" search={about} />}
      >
        Alert me
      </Button>
    </Can>
  );
}
