import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { DeliveryResult } from "../../components/delivery/delivery-result";
import { QuarantineNote } from "../../components/delivery/quarantine-note";
import { PageHead } from "../../components/page-head/page-head";
import { Section } from "../../components/page-head/section";
import type { SettingField } from "../../components/settings-form/fields";
import { SettingsGroup } from "../../components/settings-form/settings-group";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { mailQuery, saveMail, useMailTest } from "./api";

const FIELDS: readonly SettingField[] = [
  {
    name: "smtp_host",
    label: "Mail server",
    description: "Name or address; empty: no mail is sent",
    kind: "line",
    maxLength: 255,
  },
  { name: "smtp_port", label: "Port", description: "587, or 465 for TLS from the start", kind: "number" },
  {
    name: "smtp_tls",
    label: "Demand TLS",
    description: "Switched off, mails and the password travel as plain text",
    kind: "switch",
  },
  { name: "smtp_user", label: "User", description: "Empty: without sign-in", kind: "line", maxLength: 255 },
  { name: "smtp_password", label: "Password", kind: "secret", maxLength: 1024 },
  {
    name: "smtp_from",
    label: "Sender",
    description: "Mail address of the service",
    kind: "line",
    maxLength: 255,
  },
  { name: "smtp_to", label: "Recipient of notices", kind: "line", maxLength: 255 },
];

function MailSettingsPage() {
  const query = useQuery(mailQuery());
  const queries = useQueryClient();
  return (
    <>
      <PageHead title="Mail" />
      <QueryStates query={query} what="the mail settings" rows={10}>
        {({ quarantines, ...settings }) => (
          <>
            <QuarantineNote quarantine={quarantines["smtp"] ?? null} />
            <SettingsGroup
              title="Mail server"
              hint="Sends password links and notices."
              fields={FIELDS}
              settings={settings}
              secretsSet={settings.smtp_password === "" ? [] : ["smtp_password"]}
              save={(changes) => saveMail(queries, changes)}
            />
            <MailTest />
          </>
        )}
      </QueryStates>
    </>
  );
}

/** Whether mails arrive, before anybody needs a password link. */
function MailTest() {
  const { mutate, data, error, isPending } = useMailTest();
  return (
    <Section
      title="Test"
      hint="Mails the recipient of notices by the settings as they are saved."
      actions={
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
          Send a test message
        </Button>
      }
    >
      {error !== null && <ErrorStrip error={error} title="The test did not run" />}
      <DeliveryResult result={isPending ? undefined : data} />
    </Section>
  );
}

export const Route = createLazyRoute("/shell/administration/mail")({ component: MailSettingsPage });
