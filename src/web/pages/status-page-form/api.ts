import { answerOf, api, type Model } from "../../api/client";
import type { StatusPage } from "../../api/status-pages";
import { ifMatch, type Version } from "../../api/version";

export function createPage(body: Model<"StatusPageCreate">, key: string) {
  return answerOf(
    api.POST("/api/v1/admin/status-pages", { body, params: { header: { "Idempotency-Key": key } } }),
  );
}

/** Changes a page as it was read; a 412 says that it is another by now. */
export function changePage({ thing: { id }, tag }: Version<StatusPage>, body: Model<"StatusPageUpdate">) {
  return answerOf(
    api.PATCH("/api/v1/admin/status-pages/{page_id}", {
      params: { path: { page_id: id }, header: ifMatch(tag) },
      body,
    }),
  );
}
