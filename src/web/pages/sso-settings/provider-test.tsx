import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { StatusMark } from "../../components/badge/status-mark";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { ErrorStrip } from "../../components/states/error-state";
import { useSsoTest, type SsoTest } from "./api";

type Check = SsoTest["checks"][number];

const NAMES: Readonly<Record<Check["name"], string>> = {
  configuration: "Settings",
  redirect_url: "Redirect address",
  discovery: "Description of the provider",
  jwks: "Signing keys",
  pkce: "PKCE",
  role_mappings: "Roles by group",
};

const COLUMNS: readonly SimpleColumn<Check>[] = [
  { id: "name", label: "Check", cell: ({ name }) => NAMES[name] },
  {
    id: "state",
    label: "State",
    cell: ({ ok }) => <StatusMark status={ok ? "ok" : "down"} label={ok ? "in order" : "failed"} />,
  },
  { id: "message", label: "What was found", cell: ({ message }) => message },
];

/** Whether the provider can be reached and fits, before anybody tries to sign in. */
export function ProviderTest({ children }: { children: ReactNode }) {
  const { mutate, data, error, isPending } = useSsoTest();
  return (
    <Section
      title="Test"
      hint="Asks the provider with the settings as they are saved."
      actions={
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
          Test the provider
        </Button>
      }
    >
      {children}
      {error !== null && <ErrorStrip error={error} title="The test did not run" />}
      {data !== undefined && (
        <SimpleTable label="Checks" columns={COLUMNS} rows={data.checks} rowId={({ name }) => name} />
      )}
    </Section>
  );
}
