import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Can } from "../../components/permission/can";
import { AddIcon, ExportIcon, ImportIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";

/** What can be done with the inventory as a whole. */
export function Actions() {
  return (
    <>
      <Button size="xs" variant="default" component={Link} to="/inventory/places">
        Sites and groups
      </Button>
      <Can do="inventory_export">
        <Button
          size="xs"
          variant="default"
          component="a"
          href="/api/v1/exports/inventory?format=csv&columns=all"
          download
          leftSection={<ExportIcon {...ICON} />}
        >
          Export all
        </Button>
      </Can>
      <Can do="topology_write">
        <Button
          size="xs"
          variant="default"
          component={Link}
          to="/inventory/import"
          leftSection={<ImportIcon {...ICON} />}
        >
          Import
        </Button>
        <Button size="xs" component={Link} to="/inventory/new" leftSection={<AddIcon {...ICON} />}>
          Add device
        </Button>
      </Can>
    </>
  );
}
