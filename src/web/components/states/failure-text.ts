import { RequestFailure } from "../../api/request-failure";

/** What a person is told of a failure. */
export function messageOf(error: Error): string {
  if (!(error instanceof RequestFailure)) return "The page met a fault of its own.";
  if (error.status === 0) return `${error.message}. Check the connection; what you see may be old.`;
  return error.message;
}
