import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";

export type Diagnostics = Model<"SystemDiagnostics">;

export const diagnosticsQuery = () =>
  queryOptions({
    queryKey: ["system", "diagnostics"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/system/diagnostics", { signal })),
  });
