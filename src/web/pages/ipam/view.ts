import { getRouteApi, useParams } from "@tanstack/react-router";
import type { IpamSearch, Tab } from "./search";

const route = getRouteApi("/shell/ipam");

/** What belongs to one subnet and is left behind with it. */
const OF_SUBNET = {
  ip: undefined,
  block: undefined,
  form: undefined,
  cidr: undefined,
  find: undefined,
} as const;

/** What the page's address says, and how to change it. */
export function useIpamView() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { subnetId } = useParams({ strict: false });
  const id = Number(subnetId ?? Number.NaN);
  /** A decision goes into the history; typing does not. */
  const change = (patch: Partial<IpamSearch>, { isTyping = false } = {}) => {
    const there = {
      search: (old: IpamSearch) => ({ ...old, ...patch }),
      replace: isTyping,
    };
    void (subnetId === undefined
      ? navigate({ to: "/ipam", ...there })
      : navigate({ to: "/ipam/$subnetId", params: { subnetId }, ...there }));
  };
  return {
    search,
    subnetId: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    change,
    openSubnet: (opened: number, patch: Partial<IpamSearch> = {}) =>
      void navigate({
        to: "/ipam/$subnetId",
        params: { subnetId: String(opened) },
        search: (old) => ({ ...old, ...OF_SUBNET, ...patch }),
      }),
    openOverview: (patch: Partial<IpamSearch> = {}) =>
      void navigate({
        to: "/ipam",
        search: (old) => ({ ...old, ...OF_SUBNET, tab: undefined, ...patch }),
      }),
    openTab: (tab: Tab) =>
      change({
        tab,
        ip: undefined,
        find: undefined,
        state: undefined,
        sort: undefined,
        columns: undefined,
        pool: undefined,
        offset: undefined,
      }),
  };
}

export type IpamView = ReturnType<typeof useIpamView>;
