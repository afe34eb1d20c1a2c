import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, lazy, Suspense } from "react";
import { publicSettingsQuery } from "../../api/service";
import { NarrowPage } from "../../components/narrow-page/narrow-page";
import { Notice } from "../../components/states/notice";
import { supportLinks, type SupportLink } from "../../format/support";
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
      {settings !== undefined && <Help links={supportLinks(settings)} />}
    </NarrowPage>
  );
}

/** Whom those can ask who do not get in. */
function Help({ links }: { links: readonly SupportLink[] }) {
  if (links.length === 0) return null;
  return (
    <p style={{ marginTop: 8, overflowWrap: "anywhere" }}>
      Help:{" "}
      {links.map(({ label, href }, index) => (
        <Fragment key={href}>
          {index > 0 && " · "}
          <Anchor href={href}>{label}</Anchor>
        </Fragment>
      ))}
    </p>
  );
}
