import { Button, FileButton, Group, PasswordInput, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Section } from "../../components/page-head/section";
import { ErrorStrip } from "../../components/states/error-state";
import { formatBytes } from "../../format/number";
import { previewRestore, type Chosen } from "./api";
import { Preview } from "./preview";

/** Puts a backup back: first what it is and would change, then the decision. */
export function RestoreSection() {
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState("");
  const { mutate, reset, data, variables, isPending, error } = useMutation({
    mutationFn: (chosen: Chosen) => previewRestore(chosen),
    gcTime: 0,
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    reset();
  };
  return (
    <Section
      title="Put a backup back"
      hint="It takes the place of everything that the database holds now. You first see what it is and what would change."
    >
      <Stack gap="md" maw={760}>
        <Group gap="sm">
          <FileButton onChange={choose} accept=".zst,.sealed">
            {(props) => (
              <Button {...props} variant="default">
                Choose a backup
              </Button>
            )}
          </FileButton>
          <span>{file === null ? "No file chosen" : `${file.name}, ${formatBytes(file.size)}`}</span>
        </Group>
        <PasswordInput
          maw={560}
          label="Its passphrase"
          description="Empty for a backup without one"
          autoComplete="off"
          value={passphrase}
          onChange={(event) => {
            setPassphrase(event.currentTarget.value);
            reset();
          }}
        />
        {error !== null && <ErrorStrip error={error} title="This backup cannot be put back" />}
        <div>
          <Button
            variant="default"
            loading={isPending}
            disabled={file === null}
            onClick={() => file !== null && mutate({ file, passphrase })}
          >
            Check it
          </Button>
        </div>
        {data !== undefined && variables !== undefined && <Preview preview={data} chosen={variables} />}
      </Stack>
    </Section>
  );
}
