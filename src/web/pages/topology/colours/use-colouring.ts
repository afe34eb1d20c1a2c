import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { groupsQuery } from "../../../api/inventory";
import { planQuery, type Graph } from "../api";
import { coloured, type Coloured, type Colouring } from "./colouring";
import type { MapNetwork } from "../network";
import { createVlanFinder } from "./vlan-of";

/**
 * The map in its colours. The address plan is read when VLANs are asked for; until it is there, devices and groups
 * tell.
 */
export function useColouring(network: MapNetwork, graph: Graph, by: Colouring): Coloured {
  const { data: groups } = useQuery(groupsQuery());
  const { data: subnets } = useQuery({ ...planQuery(), enabled: by === "vlan" });
  return useMemo(() => {
    const vlanOf = createVlanFinder({ groups: groups ?? [], subnets: subnets ?? [] });
    return coloured(network, { graph, vlanOf }, by);
  }, [network, graph, by, groups, subnets]);
}
