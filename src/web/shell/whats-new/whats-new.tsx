import { Button, Group } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { answerOf, api } from "../../api/client";
import { meQuery, useMe } from "../../api/me";
import { versionQuery } from "../../api/service";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { toasts } from "../../components/toast/toasts";
import layout from "../layout.module.css";
import { newsSince, type Release } from "./news";

/**
 * Told once to whoever was here before the installed version: that it is another one, and on demand what is new in it.
 */
export function WhatsNew() {
  const me = useMe();
  const { data: installed } = useQuery(versionQuery());
  const [isOpen, setIsOpen] = useState(false);
  const acknowledge = useAcknowledge();
  const releases = newsSince(installed?.whats_new ?? [], me.whats_new_acknowledged_version);
  const hasNothing = installed !== undefined && releases.length === 0;
  const { mutate, isIdle } = acknowledge;
  useEffect(() => {
    if (hasNothing && isIdle) mutate(installed.current);
  }, [hasNothing, isIdle, mutate, installed]);
  if (installed === undefined || hasNothing) return null;
  const dismiss = () => {
    setIsOpen(false);
    mutate(installed.current);
  };
  return (
    <section aria-label="What is new" className={layout.banner}>
      <Group gap="sm">
        <span>This is Netatlas {installed.current} now.</span>
        <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
          See what is new
        </Button>
        <Button size="compact-sm" variant="subtle" loading={acknowledge.isPending} onClick={dismiss}>
          Dismiss
        </Button>
      </Group>
      {isOpen && (
        <Dialog title={`What is new in Netatlas ${installed.current}`} isOpen onClose={dismiss} width={640}>
          {releases.map((release) => (
            <ReleaseNotes key={release.version} release={release} hasVersion={releases.length > 1} />
          ))}
          <DialogActions mt="lg" onAct={dismiss} focused="act">
            Close
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}

function ReleaseNotes({ release, hasVersion }: { release: Release; hasVersion: boolean }) {
  return (
    <>
      {hasVersion && <h3>{release.version}</h3>}
      {release.sections.map(({ category, items }) => (
        <div key={category}>
          <h4>{category}</h4>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** Remembered by the service, so that it is told in no other browser either. */
function useAcknowledge() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (version: string) =>
      answerOf(api.POST("/api/v1/auth/me/acknowledge-whats-new", { body: { version } })),
    onSuccess: (user) =>
      queries.setQueryData(meQuery().queryKey, (me) => me && { ...me, ...user, whats_new_pending: false }),
    onError: () => toasts.tellError("The service was not reached: this is shown again"),
  });
}
