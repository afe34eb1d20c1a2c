import { Button, Stack, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { channelName, channelsQuery, rulesQuery, type AlertChannel, type AlertRule } from "../../api/alerts";
import { timingWords } from "../../components/alert-rule/timing-words";
import { aboutWords } from "../../components/alert-rule/words";
import { PageHead } from "../../components/page-head/page-head";
import { toThings } from "../../components/scope-field/scope";
import { useScopeNames } from "../../components/scope-field/scope-names";
import { SeverityMark } from "../../components/severity/severity-mark";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { Can } from "../../components/permission/can";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { Remark } from "../../components/states/remark";
import { TimeValue } from "../../components/value/time-value";
import { formatCount } from "../../format/number";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { visible } from "../../components/value/visible-text";
import styles from "./alerts.module.css";
import { useSwitchRule } from "./api";

const columns = (channels: readonly AlertChannel[] | undefined): readonly SimpleColumn<AlertRule>[] => [
  {
    id: "name",
    label: "Rule",
    cell: ({ id, name }) => (
      <Link to="/alerts/rules/$ruleId" params={{ ruleId: String(id) }} className={styles.message}>
        {visible(name)}
      </Link>
    ),
  },
  { id: "about", label: "When", cell: (rule) => <About rule={rule} /> },
  { id: "severity", label: "Severity", cell: ({ severity }) => <SeverityMark severity={severity} /> },
  {
    id: "channels",
    label: "Tells",
    cell: (rule) => <Tells rule={rule} nameOf={(target) => channelName(target, channels)} />,
  },
  {
    id: "fired",
    label: "Last found",
    cell: ({ last_triggered_at: at }) => <TimeValue at={at} absent="never" />,
  },
  { id: "enabled", label: "In use", cell: (rule) => <InUse rule={rule} /> },
];

/** What is told, and to whom. */
function RulesPage() {
  const rules = useQuery(rulesQuery());
  const { data: channels } = useQuery(channelsQuery());
  return (
    <>
      <PageHead
        title="Alert rules"
        meta={rules.data === undefined ? undefined : formatCount(rules.data.length, ["rule", "rules"])}
        actions={
          <Button
            size="xs"
            leftSection={<AddIcon {...ICON} />}
            renderRoot={(root) => <Link {...root} to="/alerts/rules/new" />}
          >
            Add rule
          </Button>
        }
      />
      <QueryStates query={rules} what="the alert rules" rows={6}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="There are no alert rules yet">
              A rule says what is to be told, and to whom: that a device is down, that a certificate expires.
            </EmptyState>
          ) : (
            <Stack gap="md">
              <ToldNobody rules={all} />
              <SimpleTable
                label="Alert rules"
                columns={columns(channels)}
                rows={all}
                rowId={({ id }) => id}
                isFramed
              />
            </Stack>
          )
        }
      </QueryStates>
    </>
  );
}

/** Who relies on rules that nobody hears of should know. */
function ToldNobody({ rules }: { rules: readonly AlertRule[] }) {
  const inUse = rules.filter(({ enabled }) => enabled);
  if (inUse.length === 0 || inUse.some(({ channels }) => channels.length > 0)) return null;
  return (
    <Remark>
      No rule that is in use tells anybody: what they find is shown under <Link to="/alerts">Incidents</Link>{" "}
      alone. A rule is told by mail, ntfy and the like when it has a channel.{" "}
      <Can do="superadmin">
        <Link to="/administration/notifications">Set up notifications</Link>
      </Can>
    </Remark>
  );
}

function About({ rule }: { rule: AlertRule }) {
  const { device_name: device, port_target_label: check, monitor_name: monitor } = rule;
  const things = useScopeNames(rule.scope === null ? [] : toThings(rule.scope));
  const named = {
    ...rule,
    device: device ?? undefined,
    check: check ?? undefined,
    monitor: monitor ?? undefined,
    things,
  };
  return <span className={styles.message}>{aboutWords(named)}</span>;
}

function Tells({ rule, nameOf }: { rule: AlertRule; nameOf: (target: string) => string }) {
  const timing = timingWords(rule, nameOf);
  return (
    <span className={styles.message}>
      {rule.channels.length === 0 ? "nobody" : rule.channels.map(nameOf).join(", ")}
      {timing !== "" && <span className={styles.dimmed}> {timing}</span>}
    </span>
  );
}

function InUse({ rule }: { rule: AlertRule }) {
  const { mutate, isPending, variables } = useSwitchRule();
  return (
    <Switch
      size="xs"
      aria-label={`Use ${rule.name}`}
      checked={isPending ? variables.enabled : rule.enabled}
      onChange={(event) => mutate({ rule, enabled: event.currentTarget.checked })}
    />
  );
}

export const Route = createLazyRoute("/shell/alerts/rules")({ component: RulesPage });
