import { Button, Checkbox, NativeSelect, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { groupsQuery, sitesQuery } from "../../api/inventory";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { ErrorStrip } from "../../components/states/error-state";
import { formatCount } from "../../format/number";
import { useImportHosts, type Scan } from "./api";

const MODES = [
  { value: "fill_missing", label: "Fill empty fields of known devices" },
  { value: "new_only", label: "Leave known devices alone" },
  { value: "override_existing", label: "Replace what known devices have" },
] as const;

type Props = {
  scan: Scan;
  addresses: readonly string[];
  onClose: () => void;
  /** They are in the inventory. */
  onImported: () => void;
};

/** Puts chosen hosts into the inventory, and says what was done. */
export function ImportDialog({ scan, addresses, onClose, onImported }: Props) {
  const { data: sites = [] } = useQuery(sitesQuery());
  const { data: groups = [] } = useQuery(groupsQuery());
  const { mutate, data: result, error, isPending } = useImportHosts();
  const [mode, setMode] = useState<(typeof MODES)[number]["value"]>("fill_missing");
  const [siteId, setSiteId] = useState("");
  const [groupId, setGroupId] = useState("");
  const [movesAddresses, setMovesAddresses] = useState(false);
  const [usesGuesses, setUsesGuesses] = useState(false);
  const title = `Import ${formatCount(addresses.length, ["host", "hosts"])}`;
  if (result !== undefined) {
    return (
      <Dialog title="Imported" isOpen onClose={onClose}>
        <Stack gap="md">
          <p role="status">
            {formatCount(result.created, ["device", "devices"])} made, {result.updated} changed,{" "}
            {result.skipped_existing} left as they were.
          </p>
          <DialogActions
            onAct={onClose}
            focused="act"
            others={
              <Button variant="default" renderRoot={(root) => <Link {...root} to="/inventory" />}>
                Open the inventory
              </Button>
            }
          >
            Close
          </DialogActions>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Stack gap="md">
        <NativeSelect
          label="Known devices"
          data={[...MODES]}
          value={mode}
          onChange={({ currentTarget: { value } }) =>
            setMode(MODES.find((one) => one.value === value)?.value ?? "fill_missing")
          }
        />
        <Place label="Site" places={sites} value={siteId} onChange={setSiteId} />
        <Place label="Group" places={groups} value={groupId} onChange={setGroupId} />
        <Checkbox
          label="Devices known by their MAC get the address at which they were seen"
          checked={movesAddresses}
          onChange={({ currentTarget: { checked } }) => setMovesAddresses(checked)}
        />
        <Checkbox
          label="New devices get the type that was guessed"
          checked={usesGuesses}
          onChange={({ currentTarget: { checked } }) => setUsesGuesses(checked)}
        />
        {error !== null && <ErrorStrip error={error} title="Cannot import them" />}
        <DialogActions
          onCancel={onClose}
          isBusy={isPending}
          onAct={() =>
            mutate(
              {
                scan_id: scan.id,
                ip_addresses: [...addresses],
                mode,
                site_id: siteId === "" ? null : Number(siteId),
                topology_group_id: groupId === "" ? null : Number(groupId),
                update_ip_on_mac_match: movesAddresses,
                use_guessed_types: usesGuesses,
              },
              { onSuccess: onImported },
            )
          }
        >
          {title}
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

type PlaceProps = {
  label: string;
  places: readonly { id: number; name: string; display_name: string | null }[];
  value: string;
  onChange: (value: string) => void;
};

function Place({ label, places, value, onChange }: PlaceProps) {
  return (
    <NativeSelect
      label={label}
      data={[
        { value: "", label: "as it is" },
        ...places.map(({ id, name, display_name: shown }) => ({ value: String(id), label: shown ?? name })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
