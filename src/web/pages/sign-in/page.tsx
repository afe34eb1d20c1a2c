import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { publicSettingsQuery } from "../../api/service";
import { NarrowPage } from "../../components/narrow-page/narrow-page";
import { Notice } from "../../components/states/notice";
import { useEnter } from "../../session/enter";
import { SignInForm } from "../../session/sign-in-form";

const SsoFailure = lazy(() =>
  import("../../session/sso-failure").then((module) => ({ default: module.SsoFailure })),
);

const route = getRouteApi("/sign-in");

const REASONS = {
  idle: "You were signed out because nothing happened for a while.",
  "sign-out": "You are signed out.",
  reset: "The password is set. Sign in with it.",
} as const;

function SignInPage() {
  const { to = "/", user, after, sso_error: ssoError } = route.useSearch();
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
        <Anchor renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
          Forgot the password?
        </Anchor>
      </p>
    </NarrowPage>
  );
}

export const Route = createLazyRoute("/sign-in")({ component: SignInPage });
