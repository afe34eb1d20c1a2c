import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Monitor } from "../../../api/monitoring";
import { Section } from "../../../components/page-head/section";
import { ErrorStrip } from "../../../components/states/error-state";
import { QueryStates } from "../../../components/states/query-states";
import { SecretText } from "../../../components/value/secret-text";
import { pushTokenQuery, renewPushToken } from "../api";
import { crontabLine, curlCommand } from "./push-commands";

/** Where a job reports to, and how; only for those who may change monitors. */
export function PushAddress({ monitor }: { monitor: Monitor }) {
  const query = useQuery(pushTokenQuery(monitor.id));
  return (
    <Section
      title="Where the job reports to"
      hint="Whoever has this address can report: keep it secret. status=down says that the job failed; msg and ping (ms) are shown with the result."
      actions={<Renewal monitorId={monitor.id} />}
    >
      <QueryStates query={query} what="the address" rows={3}>
        {({ path }) => {
          const url = `${location.origin}${path}`;
          return (
            <Stack gap="xs">
              <Secret label="Address" text={url} />
              <Secret label="Command" text={curlCommand(url)} />
              <Secret label="Line for crontab" text={crontabLine(url, monitor.check_interval_seconds)} />
            </Stack>
          );
        }}
      </QueryStates>
    </Section>
  );
}

function Secret({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <SecretText text={text} label={label.toLowerCase()} />
    </div>
  );
}

/** Asks first: jobs that still use the old address are no longer heard. */
function Renewal({ monitorId }: { monitorId: number }) {
  const [isAsked, setIsAsked] = useState(false);
  const queries = useQueryClient();
  const renewal = useMutation({
    mutationFn: () => renewPushToken(monitorId),
    gcTime: 0,
    onSuccess(token) {
      queries.setQueryData(pushTokenQuery(monitorId).queryKey, token);
      setIsAsked(false);
    },
  });
  if (!isAsked)
    return (
      <Button size="xs" variant="default" onClick={() => setIsAsked(true)}>
        Renew the address
      </Button>
    );
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text size="sm">The present address ends at once.</Text>
        <Button size="xs" variant="default" onClick={() => setIsAsked(false)}>
          Cancel
        </Button>
        <Button size="xs" loading={renewal.isPending} onClick={() => renewal.mutate()}>
          Renew it
        </Button>
      </Group>
      {renewal.error !== null && <ErrorStrip error={renewal.error} title="Not renewed" />}
    </Stack>
  );
}
