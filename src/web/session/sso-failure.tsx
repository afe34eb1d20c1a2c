import { Notice } from "../components/states/notice";
import { ssoErrorText } from "./sso-errors";

/** Why the identity provider's sign-in led back here. */
export function SsoFailure({ code }: { code: string }) {
  return <Notice kind="alert">{ssoErrorText(code)}</Notice>;
}
