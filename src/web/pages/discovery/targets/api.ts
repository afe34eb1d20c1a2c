import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../../api/client";

/** The subnets of IPAM, whose networks may be scanned. */
export const subnetsQuery = () =>
  queryOptions({
    queryKey: ["discovery", "subnets"],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/ipam/subnets", { params: { query: { limit: 100 } }, signal })),
  });
