import { queryOptions, useQuery } from "@tanstack/react-query";
import type { AlertRule } from "../../api/alerts";
import { answerOf, api } from "../../api/client";
import { ALERTS } from "../../api/incidents";
import { deviceQuery } from "../../api/inventory";
import { deviceName } from "../../format/device";
import { describeCheck } from "../check-fields/kind-names";
import { toThings } from "../scope-field/scope";
import { useScopeNames } from "../scope-field/scope-names";
import type { RuleSubject } from "./words";

const checkNameQuery = (id: number) =>
  queryOptions({
    queryKey: [ALERTS, "name-of", "check", id],
    async queryFn({ signal }) {
      const path = { target_id: id };
      const check = await answerOf(
        api.GET("/api/v1/monitoring/service-checks/{target_id}", { params: { path }, signal }),
      );
      return `${check.label} (${describeCheck(check)})`;
    },
  });

const monitorNameQuery = (id: number) =>
  queryOptions({
    queryKey: [ALERTS, "name-of", "monitor", id],
    async queryFn({ signal }) {
      const path = { monitor_id: id };
      return (await answerOf(api.GET("/api/v1/monitors/{monitor_id}", { params: { path }, signal }))).name;
    },
  });

/** What a device is called; its id until that is known. Undefined: there is none. */
export function useDeviceName(id: number | null): string | undefined {
  const { data } = useQuery({ ...deviceQuery(id ?? 0), enabled: id !== null });
  if (id === null) return undefined;
  return data === undefined ? `device ${id}` : deviceName(data.device);
}

/** Likewise a service check. */
export function useCheckName(id: number | null): string | undefined {
  const { data } = useQuery({ ...checkNameQuery(id ?? 0), enabled: id !== null });
  return id === null ? undefined : (data ?? String(id));
}

/** Likewise a monitor. */
export function useMonitorName(id: number | null): string | undefined {
  const { data } = useQuery({ ...monitorNameQuery(id ?? 0), enabled: id !== null });
  return id === null ? undefined : (data ?? String(id));
}

type Named = Pick<AlertRule, "device_id" | "port_target_id" | "monitor_id" | "scope">;

/** The rule with names instead of ids. */
export function useNamedRule<Rule extends Named>(
  rule: Rule,
): Rule & Pick<RuleSubject, "device" | "check" | "monitor" | "things"> {
  return {
    ...rule,
    device: useDeviceName(rule.device_id),
    check: useCheckName(rule.port_target_id),
    monitor: useMonitorName(rule.monitor_id),
    things: useScopeNames(rule.scope === null ? [] : toThings(rule.scope)),
  };
}
