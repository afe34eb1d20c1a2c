import { Button, Checkbox, Group, PasswordInput, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Section } from "../../components/page-head/section";
import { saveFile } from "../../components/save-file/save-file";
import { ErrorStrip } from "../../components/states/error-state";
import { backupPath, fetchEncrypted, useWriteBehind } from "./api";

const MIN_PASSPHRASE = 12;

/** One backup, now, onto the person's own disk. */
export function TakeSection() {
  const [passphrase, setPassphrase] = useState("");
  const [withHistory, setWithHistory] = useState(false);
  const [withEvents, setWithEvents] = useState(false);
  const wanted = { passphrase, withHistory, withEvents };
  const behind = useWriteBehind();
  const isTooShort = passphrase !== "" && passphrase.length < MIN_PASSPHRASE;
  const { mutate, isPending, error } = useMutation({
    mutationFn: fetchEncrypted,
    gcTime: 0,
    onSuccess: (content) => saveFile(encryptedName(new Date()), content),
  });
  return (
    <Section
      title="Take a backup"
      hint="The whole database as it is now: users, devices, addresses, checks, settings and the audit log."
    >
      <Stack gap="md" maw={560}>
        <PasswordInput
          label="Passphrase (optional)"
          description="Without one, only this installation takes the backup back. With one, the file is encrypted and any installation takes it."
          autoComplete="new-password"
          value={passphrase}
          error={isTooShort && `At least ${MIN_PASSPHRASE} characters`}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <Checkbox
          label="With the single results of checks, and who held which address"
          description="Makes it larger; summaries are always in it"
          checked={withHistory}
          onChange={(event) => setWithHistory(event.currentTarget.checked)}
        />
        <Checkbox
          label="With all stored events"
          description="As large as they are on the disk. The service takes backups of up to 500 MiB back here, and its command line those of any size."
          checked={withEvents}
          onChange={(event) => setWithEvents(event.currentTarget.checked)}
        />
        {behind.error !== null && <ErrorStrip error={behind.error} title="Cannot begin the backup" />}
        {error !== null && <ErrorStrip error={error} title="Cannot take the backup" />}
        <Group gap="sm">
          {passphrase === "" ? (
            <Button component="a" href={backupPath(wanted)} download>
              Download backup
            </Button>
          ) : (
            <Button loading={isPending} disabled={isTooShort} onClick={() => mutate(wanted)}>
              Download encrypted backup
            </Button>
          )}
          <Button
            variant="default"
            loading={behind.isPending}
            disabled={isTooShort}
            onClick={() => behind.mutate(wanted)}
          >
            Write it in the background
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

/** As the service names it, in UTC. */
function encryptedName(at: Date): string {
  const stamp = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return `netatlas-backup-${stamp}.tar.zst.sealed`;
}
