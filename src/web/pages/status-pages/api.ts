import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client";
import { renewStatusPages, type StatusPage } from "../../api/status-pages";

export function useDeletePage(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: StatusPage) =>
      answerOf(api.DELETE("/api/v1/admin/status-pages/{page_id}", { params: { path: { page_id: id } } })),
    async onSuccess() {
      await renewStatusPages(queries);
      onDone();
    },
  });
}
