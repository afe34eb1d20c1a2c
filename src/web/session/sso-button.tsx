import { Button } from "@mantine/core";
import { ProviderIcon } from "../theme/icons";
import { ICON } from "../theme/tokens";
import { returnPath } from "./return-path";

type Props = {
  /** As the administrator calls it. */
  provider: string;
  /** Where to go afterwards; undefined: another tab, beside the page that asks. */
  returnTo: string | undefined;
  isPrimary: boolean;
};

/** The way to the identity provider: a link, because it leads out of this page. */
export function SsoButton({ provider, returnTo, isPrimary }: Props) {
  const isHere = returnTo !== undefined;
  return (
    <Button
      component="a"
      href="/api/v1/auth/oidc/login"
      {...(!isHere && { target: "_blank", rel: "noopener" })}
      fullWidth
      variant={isPrimary ? "filled" : "default"}
      leftSection={<ProviderIcon {...ICON} />}
      onClick={() => {
        if (isHere) returnPath.keep(returnTo);
      }}
    >
      Sign in with {provider}
      {!isHere && " in a new tab"}
    </Button>
  );
}
