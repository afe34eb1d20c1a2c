import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { PageHead } from "../../components/page-head/page-head";
import type { SettingField } from "../../components/settings-form/fields";
import { SettingsGroup } from "../../components/settings-form/settings-group";
import { QueryStates } from "../../components/states/query-states";
import { mailQuery, saveMail } from "./api";

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
        {(settings) => (
          <SettingsGroup
            title="Mail server"
            hint="Sends password links and notices."
            fields={FIELDS}
            settings={settings}
            secretsSet={settings.smtp_password === "" ? [] : ["smtp_password"]}
            save={(changes) => saveMail(queries, changes)}
          />
        )}
      </QueryStates>
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/mail")({ component: MailSettingsPage });
