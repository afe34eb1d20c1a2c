import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { snmpProfilesQuery } from "../../api/inventory";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { PageHead } from "../../components/page-head/page-head";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { formatCount } from "../../format/number";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { deletionQuery, useDeleteProfile, type SnmpProfile } from "./api";
import { describeSecurity } from "./words";

const ProfileDialog = lazy(() =>
  import("./profile-dialog").then((module) => ({ default: module.ProfileDialog })),
);

type Layer = { kind: "edit"; profile: SnmpProfile | undefined } | { kind: "delete"; profile: SnmpProfile };

const columns = (onOpen: (layer: Layer) => void): readonly SimpleColumn<SnmpProfile>[] => [
  { id: "name", label: "Name", cell: ({ name }) => name },
  { id: "version", label: "Version", cell: ({ version }) => <span className="mono">{version}</span> },
  { id: "security", label: "Proof", cell: describeSecurity },
  { id: "port", label: "Port", align: "right", cell: ({ port }) => port },
  {
    id: "patience",
    label: "Patience",
    cell: ({ timeout_seconds: seconds, retries }) =>
      `${seconds} s, ${retries === 0 ? "no retry" : formatCount(retries, ["retry", "retries"])}`,
  },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (profile) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {(["edit", "delete"] as const).map((kind) => (
          <Button
            key={kind}
            size="compact-xs"
            variant="default"
            aria-label={`${kind === "edit" ? "Edit" : "Delete"} ${profile.name}`}
            onClick={() => onOpen({ kind, profile })}
          >
            {kind === "edit" ? "Edit" : "Delete"}
          </Button>
        ))}
      </Group>
    ),
  },
];

/** How devices are asked by SNMP; each device names its profile. */
function SnmpProfilesPage() {
  const query = useQuery(snmpProfilesQuery());
  const [layer, setLayer] = useState<Layer | null>(null);
  const close = () => setLayer(null);
  return (
    <>
      <PageHead
        title="SNMP profiles"
        meta="version and credentials by which service checks ask devices"
        actions={
          <Button
            size="xs"
            leftSection={<AddIcon {...ICON} />}
            onClick={() => setLayer({ kind: "edit", profile: undefined })}
          >
            New profile
          </Button>
        }
      />
      <QueryStates query={query} what="SNMP profiles" rows={5}>
        {(profiles) =>
          profiles.length === 0 ? (
            <EmptyState title="No SNMP profiles yet">
              A profile holds the community, or the user and keys of version 3, once for all devices that
              share it. It is chosen in a device’s form.
            </EmptyState>
          ) : (
            <SimpleTable
              label="SNMP profiles"
              columns={columns(setLayer)}
              rows={profiles}
              rowId={({ id }) => id}
              isFramed
            />
          )
        }
      </QueryStates>
      <Suspense>
        {layer?.kind === "edit" && <ProfileDialog profile={layer.profile} onClose={close} />}
      </Suspense>
      {layer?.kind === "delete" && <DeleteProfileDialog profile={layer.profile} onClose={close} />}
    </>
  );
}

function DeleteProfileDialog({ profile, onClose }: { profile: SnmpProfile; onClose: () => void }) {
  const preview = useQuery(deletionQuery(profile.id));
  const { mutate, isPending, error } = useDeleteProfile(onClose);
  const devices = preview.data?.would_unassign["devices"]?.count ?? 0;
  const explanation =
    devices === 0
      ? "No device has it."
      : `${formatCount(devices, ["device has", "devices have"])} it, and will have none.`;
  return (
    <DeleteDialog
      verb="Delete"
      name={`the profile ${profile.name}`}
      {...(preview.data !== undefined && { explanation })}
      consequences={preview.isPending ? undefined : []}
      isBusy={isPending}
      error={error ?? preview.error}
      onConfirm={() => mutate(profile.id)}
      onClose={onClose}
    />
  );
}

export const Route = createLazyRoute("/shell/administration/snmp-profiles")({ component: SnmpProfilesPage });
