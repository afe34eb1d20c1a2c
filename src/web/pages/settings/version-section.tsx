import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Model } from "../../api/client";
import { versionQuery } from "../../api/service";
import { Facts } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";
import { TimeValue } from "../../components/value/time-value";

type VersionInfo = Model<"VersionInfo">;

/** What is installed, and what the feed of releases says. */
export function VersionSection() {
  const { data: version } = useQuery(versionQuery());
  if (version === undefined) return null;
  return (
    <Section title="Version">
      <Facts
        facts={[
          {
            label: "Installed",
            value: <Linked text={version.current} address={version.current_release_url} />,
          },
          { label: "Newest release", value: <Newest version={version} /> },
          {
            label: "Looked up",
            value: <TimeValue at={version.checked_at} absent="never: RELEASE_FEED_URL is not set" />,
          },
          ...(version.check_error === null
            ? []
            : [{ label: "Last look-up", value: `failed: ${version.check_error}` }]),
        ]}
      />
    </Section>
  );
}

function Newest({ version }: { version: VersionInfo }) {
  if (version.latest === null) return "not known";
  const text = version.up_to_date ? `${version.latest}: up to date` : `${version.latest} is available`;
  return <Linked text={text} address={version.release_url} />;
}

function Linked({ text, address }: { text: string; address: string }) {
  if (address === "") return text;
  return (
    <Anchor href={address} target="_blank" rel="noreferrer">
      {text}
    </Anchor>
  );
}
