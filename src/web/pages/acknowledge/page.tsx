import { Button, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RequestFailure } from "../../api/request-failure";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { NarrowPage } from "../../components/narrow-page/narrow-page";
import { OutsideLink } from "../../outside/outside-link";
import { formatListTime } from "../../format/time";
import styles from "./acknowledge.module.css";
import { acknowledgeByLink, linkQuery, type LinkedIncident } from "./api";
import { useLinkToken } from "./token";

/** Where the link of a notice leads: it says what it is about, and asks once more. */
export function AcknowledgePage() {
  const token = useLinkToken();
  return (
    <NarrowPage title="Acknowledge">
      {token === "" ? <p>Open the link of the message again.</p> : <OfLink key={token} token={token} />}
      <p className={styles.more}>
        <OutsideLink to="/alerts">Sign in and see all alerts</OutsideLink>
      </p>
    </NarrowPage>
  );
}

function OfLink({ token }: { token: string }) {
  const query = useQuery(linkQuery(token));
  if (query.error !== null) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <p role="status">Loading what it is about…</p>;
  return (
    <>
      <About incident={query.data} />
      {query.data.status === "open" && (
        <AcknowledgeForm token={token} onRefused={() => void query.refetch()} />
      )}
    </>
  );
}

/** What the link is refused for stays so; everything else may pass. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isRefused = error instanceof RequestFailure && error.status === 400;
  return (
    <div role="alert">
      <p>{error.message}.</p>
      {isRefused ? (
        <p>What is told later has a link of its own.</p>
      ) : (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function About({ incident }: { incident: LinkedIncident }) {
  const { severity, title, status, opened_at: openedAt, acknowledged_by: by, acknowledged_at: at } = incident;
  return (
    <section className={styles.about} aria-label="What it is about">
      <div className={styles.title}>{title}</div>
      <div className={styles.dimmed}>
        {SEVERITIES[severity]}, since {formatListTime(openedAt)}
      </div>
      <div role="status">
        {status === "acknowledged" && `Acknowledged by ${by} at ${formatListTime(at ?? openedAt)}`}
        {status === "resolved" && "It is over: nobody has to see to it any more."}
      </div>
    </section>
  );
}

const SEVERITIES = { critical: "Critical", warning: "Warning", info: "Info" } as const;

function AcknowledgeForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const queries = useQueryClient();
  const form = useSubmitForm({
    initialValues: { name: "", note: "" },
    async submit({ name, note }) {
      try {
        return await acknowledgeByLink({ token, name, note: note.trim() === "" ? null : note });
      } catch (error) {
        // Somebody else may have been faster: then that is what there is to see.
        onRefused();
        throw error;
      }
    },
    onDone: (incident) => queries.setQueryData(linkQuery(token).queryKey, incident),
  });
  return (
    <FormBody form={form} label="Acknowledge">
      <TextInput
        label="Your name"
        description="For those who look next; may be left blank"
        maxLength={60}
        autoComplete="name"
        key={form.fields.key("name")}
        {...form.fields.getInputProps("name")}
      />
      <TextInput
        label="Note"
        description="May be left blank"
        maxLength={500}
        key={form.fields.key("note")}
        {...form.fields.getInputProps("note")}
      />
      <Button type="submit" loading={form.isBusy}>
        Acknowledge
      </Button>
    </FormBody>
  );
}
