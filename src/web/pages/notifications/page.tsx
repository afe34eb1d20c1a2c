import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { PageHead } from "../../components/page-head/page-head";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { profilesQuery, useDeleteProfile, type Profile } from "./api";
import { ProfileTable } from "./profile-table";
import { findProvider, PROVIDERS } from "./providers";

const ProfileDialog = lazy(() =>
  import("./profile-dialog").then((module) => ({ default: module.ProfileDialog })),
);

type Layer = { kind: "new" } | { kind: "edit" | "delete"; id: number };

/** Ways by which messages leave the service. */
function NotificationsPage() {
  const query = useQuery(profilesQuery());
  const [layer, setLayer] = useState<Layer | null>(null);
  const close = () => setLayer(null);
  const profiles = query.data ?? [];
  const chosen =
    layer === null || layer.kind === "new" ? undefined : profiles.find(({ id }) => id === layer.id);
  const [first] = PROVIDERS;
  const provider = chosen === undefined ? first : findProvider(chosen.provider);
  return (
    <>
      <PageHead
        title="Notifications"
        meta="profiles that alerts are sent by"
        actions={
          <Button size="xs" leftSection={<AddIcon {...ICON} />} onClick={() => setLayer({ kind: "new" })}>
            New profile
          </Button>
        }
      />
      <QueryStates query={query} what="notification profiles" rows={5}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No notification profiles yet">
              A profile says where notices go: ntfy, mail, a chat, a pager, a webhook or an Apprise URL.
            </EmptyState>
          ) : (
            <ProfileTable
              profiles={rows}
              onEdit={({ id }) => setLayer({ kind: "edit", id })}
              onDelete={({ id }) => setLayer({ kind: "delete", id })}
            />
          )
        }
      </QueryStates>
      <Suspense>
        {provider !== undefined &&
          (layer?.kind === "new" || (layer?.kind === "edit" && chosen !== undefined)) && (
            <ProfileDialog profile={chosen} provider={provider} onClose={close} />
          )}
      </Suspense>
      {layer?.kind === "delete" && chosen !== undefined && (
        <DeleteProfileDialog profile={chosen} profiles={profiles} onClose={close} />
      )}
    </>
  );
}

/** Providers that the notification settings have a channel for. */
const CHANNELS: ReadonlySet<string> = new Set(["ntfy", "telegram", "signal", "smtp"]);

type DeleteProps = { profile: Profile; profiles: readonly Profile[]; onClose: () => void };

function DeleteProfileDialog({ profile, profiles, onClose }: DeleteProps) {
  const { mutate, isPending, error } = useDeleteProfile(onClose);
  const isLast = profiles.filter(({ provider }) => provider === profile.provider).length === 1;
  const mayComeBack = isLast && CHANNELS.has(profile.provider);
  const explanation = "What is sent by it is delivered no more.";
  return (
    <DeleteDialog
      verb="Delete"
      name={`the profile ${profile.name}`}
      explanation={
        mayComeBack
          ? `${explanation} While the ${findProvider(profile.provider)?.label ?? profile.provider} channel of the notification settings is filled in, a profile of it is made anew.`
          : explanation
      }
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(profile.id)}
      onClose={onClose}
    />
  );
}

export const Route = createLazyRoute("/shell/administration/notifications")({ component: NotificationsPage });
