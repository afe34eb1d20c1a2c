import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { channelsQuery, type AlertChannel } from "../../api/alerts";
import { useField } from "../../components/form/use-field";
import { Can } from "../../components/permission/can";
import { QueryStates } from "../../components/states/query-states";
import styles from "./alert-rule-form.module.css";
import type { Fields } from "./rule-fields";
import { LABELS } from "./values";

/** Who is told, by the names of the ways out. */
export function ChannelsField({ fields }: { fields: Fields }) {
  const [chosen, setChosen] = useField(fields, "channels");
  // Whoever comes back from the tab in which a profile was made finds it here.
  const query = useQuery({ ...channelsQuery(), refetchOnWindowFocus: "always" });
  return (
    <div className={styles.wide}>
      <QueryStates query={query} what="the channels" rows={2}>
        {(channels) => (
          <Checkbox.Group
            label={LABELS.channels}
            value={[...chosen]}
            onChange={setChosen}
            error={fields.getInputProps("channels").error}
          >
            <div className={styles.channels}>
              {channels.map(({ target, name, provider, is_ready: isReady }) => (
                <Checkbox
                  key={target}
                  value={target}
                  label={name}
                  description={isReady ? provider : `${provider}, switched off`}
                />
              ))}
              {goneOf(chosen, channels).map((target) => (
                <Checkbox key={target} value={target} label={target} description="There is none any more" />
              ))}
            </div>
          </Checkbox.Group>
        )}
      </QueryStates>
      {query.data?.length === 0 && (
        <p className={styles.dimmed}>
          There is no notification profile yet. Profiles are made under Administration.
        </p>
      )}
      <Can do="superadmin">
        <p className={styles.dimmed}>
          <Link to="/administration/notifications" target="_blank">
            Add a profile (in a new tab)
          </Link>
        </p>
      </Can>
    </div>
  );
}

function goneOf(chosen: readonly string[], channels: readonly AlertChannel[]): string[] {
  return chosen.filter((target) => channels.every((channel) => channel.target !== target));
}
