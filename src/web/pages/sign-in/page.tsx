import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { publicSettingsQuery } from "../../api/service";
import { NarrowPage } from "../../components/narrow-page/narrow-page";
import { Notice } from "../../components/states/notice";
import { useEnter } from "../../outside/go";
import { OutsideLink } from "../../outside/outside-link";
import { SignInForm } from "../../session/sign-in-form";
import { parseSignInSearch } from "./search";

const SsoFailure = lazy(() =>
  import("../../session/sso-failure").then((module) => ({ default: module.SsoFailure })),
);

const REASONS = {
  idle: "You were signed out because nothing happened for a while.",
  "sign-out": "You are signed out.",
  reset: "The password is set. Sign in with it.",
} as const;

export function SignInPage({ search }: { search: Readonly<Record<string, string>> }) {
  const { to = "/", user, after, sso_error: ssoError } = parseSignInSearch(search);
  const { data: settings } = useQuery(publicSettingsQuery());
  const enter = useEnter();
  return (
    <NarrowPage title="Sign in" hint={settings?.login_message || undefined}>
      {ssoError !== undefined && (
        <Suspense>
          <SsoFailure code={ssoError} />
        </Suspense>
      )}
      {after !== undefined && <Notice kind="status">{REASONS[after]}</Notice>}
      <SignInForm
        {...(user !== undefined && { username: user })}
        returnTo={to}
        onSignedIn={() => void enter(to)}
      />
      <p style={{ marginTop: 16 }}>
        <OutsideLink to="/forgot-password">Forgot the password?</OutsideLink>
      </p>
    </NarrowPage>
  );
}
