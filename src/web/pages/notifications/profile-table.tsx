import { Button, Group, Switch } from "@mantine/core";
import { useState } from "react";
import { DeliveryResult } from "../../components/delivery/delivery-result";
import { QuarantineNote } from "../../components/delivery/quarantine-note";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { toasts } from "../../components/toast/toasts";
import { useChangeProfile, useTestProfile, type Profile, type TestResult } from "./api";
import styles from "./notifications.module.css";
import { findProvider, targetOf } from "./providers";

/** What became of the tests of this visit, by profile. */
type Tests = ReadonlyMap<number, TestResult | "running" | undefined>;

type Actions = { onEdit: (profile: Profile) => void; onDelete: (profile: Profile) => void };
type Draw = Actions & { tests: Tests; onTest: (profile: Profile) => void };

const columns = (draw: Draw): readonly SimpleColumn<Profile>[] => [
  {
    id: "name",
    label: "Name",
    cell: ({ name, quarantine }) => (
      <>
        <span className={styles.name}>{name}</span>
        <QuarantineNote quarantine={quarantine} />
      </>
    ),
  },
  { id: "provider", label: "Provider", cell: ({ provider }) => findProvider(provider)?.label ?? provider },
  { id: "target", label: "Goes to", cell: (profile) => <Target profile={profile} /> },
  { id: "enabled", label: "In use", cell: (profile) => <InUse profile={profile} /> },
  { id: "test", label: "Test message", cell: ({ id }) => <Outcome test={draw.tests.get(id)} /> },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (profile) => <Buttons profile={profile} draw={draw} />,
  },
];

export function ProfileTable({ profiles, ...actions }: Actions & { profiles: readonly Profile[] }) {
  const [tests, setTests] = useState<Tests>(new Map());
  const note = (id: number, test: TestResult | "running" | undefined) =>
    setTests((old) => new Map(old).set(id, test));
  const { mutate } = useTestProfile({ onBegin: (id) => note(id, "running"), onEnd: note });
  return (
    <SimpleTable
      label="Notification profiles"
      columns={columns({ ...actions, tests, onTest: ({ id }) => mutate(id) })}
      rows={profiles}
      rowId={({ id }) => id}
      isFramed
    />
  );
}

function Target({ profile: { provider, config } }: { profile: Profile }) {
  const target = targetOf(provider, config);
  if (target === null) return "–";
  return (
    <span className={`mono ${styles.target}`} title={target}>
      {target}
    </span>
  );
}

function InUse({ profile: { id, name, enabled } }: { profile: Profile }) {
  const { mutate, isPending, variables } = useChangeProfile();
  return (
    <Switch
      size="xs"
      aria-label={`Send by ${name}`}
      checked={isPending ? (variables.changes.enabled ?? enabled) : enabled}
      onChange={(event) =>
        mutate(
          { id, changes: { enabled: event.currentTarget.checked } },
          { onError: (error) => toasts.tellError(error.message) },
        )
      }
    />
  );
}

function Outcome({ test }: { test: TestResult | "running" | undefined }) {
  return (
    <div className={styles.outcome}>
      <DeliveryResult result={test === "running" ? undefined : test} />
    </div>
  );
}

function Buttons({ profile, draw }: { profile: Profile; draw: Draw }) {
  const { id, name, provider } = profile;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="compact-xs"
        variant="default"
        loading={draw.tests.get(id) === "running"}
        aria-label={`Test ${name}`}
        onClick={() => draw.onTest(profile)}
      >
        Test
      </Button>
      {findProvider(provider) !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Edit ${name}`}
          onClick={() => draw.onEdit(profile)}
        >
          Edit
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Delete ${name}`}
        onClick={() => draw.onDelete(profile)}
      >
        Delete
      </Button>
    </Group>
  );
}
