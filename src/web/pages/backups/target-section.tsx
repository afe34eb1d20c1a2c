import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SettingField } from "../../components/settings-form/fields";
import { SettingsGroup } from "../../components/settings-form/settings-group";
import { ErrorStrip } from "../../components/states/error-state";
import { Notice } from "../../components/states/notice";
import { QueryStates } from "../../components/states/query-states";
import { saveTarget, targetQuery, testTarget } from "./api";

const FIELDS: readonly SettingField[] = [
  {
    name: "place",
    label: "Place",
    description: "folder: backups of the data directory; s3: a bucket, whose other fields are below",
    kind: "choice",
    choices: ["folder", "s3"],
  },
  {
    name: "endpoint",
    label: "Endpoint",
    description: "Such as https://s3.eu-central-1.amazonaws.com or http://nas:9000, without the bucket",
    kind: "line",
    maxLength: 300,
  },
  { name: "region", label: "Region", description: "MinIO takes us-east-1", kind: "line", maxLength: 63 },
  { name: "bucket", label: "Bucket", kind: "line", maxLength: 63 },
  {
    name: "prefix",
    label: "Prefix",
    description: "A folder of its own for this installation; nothing outside of it is touched",
    kind: "line",
    maxLength: 200,
  },
  {
    name: "path_style",
    label: "Bucket in the path",
    description: "As MinIO and the like have it; off: in front of the host",
    kind: "switch",
  },
  { name: "access_key_id", label: "Access key ID", kind: "line", maxLength: 200 },
  { name: "secret_access_key", label: "Secret access key", kind: "secret", maxLength: 300 },
  {
    name: "passphrase",
    label: "Passphrase",
    description:
      "12 characters at least. Without one, whoever can read the place can read the backups. Keep it elsewhere, too: nobody can restore them without it.",
    kind: "secret",
    maxLength: 200,
  },
];

/** Where scheduled backups go. */
export function TargetSection() {
  const query = useQuery(targetQuery());
  const queries = useQueryClient();
  return (
    <QueryStates query={query} what="where backups go" rows={8}>
      {({ secret_access_key_set: hasSecret, passphrase_set: hasPassphrase, ...target }) => (
        <SettingsGroup
          title="Where scheduled backups go"
          fields={FIELDS}
          settings={target}
          secretsSet={[...(hasSecret ? ["secret_access_key"] : []), ...(hasPassphrase ? ["passphrase"] : [])]}
          save={(changes) => saveTarget(queries, changes)}
        >
          <TargetTest />
        </SettingsGroup>
      )}
    </QueryStates>
  );
}

function TargetTest() {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: testTarget, gcTime: 0 });
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        Test what is saved
      </Button>
      {error !== null && <ErrorStrip error={error} title="Cannot test it" />}
      {data !== undefined && <Notice kind={data.ok ? "status" : "alert"}>{data.message}</Notice>}
    </>
  );
}
