import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Outlet, useMatches, useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { may, useMe } from "../api/me";
import { publicSettingsQuery, useServiceName } from "../api/service";
import { sessionGate } from "../api/session-gate";
import { hasUnsavedChanges } from "../components/form/unsaved-changes";
import { NoPermission } from "../components/states/no-permission";
import { ToastList } from "../components/toast/toast-list";
import { toasts } from "../components/toast/toasts";
import { signOut } from "../session/sign-in";
import { usePhone } from "../components/screen/use-phone";
import { bareScreen } from "../components/bare-screen/bare-screen";
import { useFocusReturn } from "./focus-return/use-focus-return";
import { Header } from "./header";
import { useIdle } from "./idle";
import styles from "./layout.module.css";
import { useOtherScheme } from "./other-scheme";
import { LeaveQuestion } from "./leave-question";
import type { Destination } from "./navigation";
import { collectTyped, takeTyped } from "./palette/typed-ahead";
import { listenForShortcuts, useShortcut } from "./shortcuts/registry";
import { Sidebar } from "./sidebar";
import { SilenceNotice } from "./silence-notice";
import { Tips } from "./tips/tips";
import { useDestinations } from "./use-destinations";

const loadPalette = () => import("./palette/palette").then((module) => ({ default: module.Palette }));
const Palette = lazy(loadPalette);
const ShortcutSheet = lazy(() =>
  import("./shortcuts/shortcut-sheet").then((module) => ({ default: module.ShortcutSheet })),
);
const Enrolment = lazy(() => import("./enrolment").then((module) => ({ default: module.Enrolment })));
const SessionDialog = lazy(() =>
  import("./session-dialog").then((module) => ({ default: module.SessionDialog })),
);

/** For phones alone; its place is kept free. */
const BottomBar = lazy(() => import("./bottom-bar").then((module) => ({ default: module.BottomBar })));
const WhatsNew = lazy(() => import("./whats-new/whats-new").then((module) => ({ default: module.WhatsNew })));

const USUAL_IDLE_MINUTES = 15;
/** Where a browser does not say when it is idle. */
const PALETTE_LOAD_MS = 1500;

/** When the page has settled, so that Ctrl+K shows it at once. */
function loadPaletteSoon(): () => void {
  // Where it cannot be loaded now, it is asked for again when it is opened.
  const load = () => void loadPalette().catch(() => undefined);
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(load, PALETTE_LOAD_MS);
    return () => clearTimeout(timer);
  }
  const wish = requestIdleCallback(load, { timeout: 2 * PALETTE_LOAD_MS });
  return () => cancelIdleCallback(wish);
}

/** Everything around a page. */
function Layout() {
  const [layer, setLayer] = useState<"palette" | "shortcuts" | null>(null);
  const { data: settings } = useQuery(publicSettingsQuery());
  const { isAsking, mustEnrol } = sessionGate.use();
  const leave = useLeave();
  const [isSigningOut, setIsSigningOut] = useState(false);
  const signOutOrAsk = () => (hasUnsavedChanges() ? setIsSigningOut(true) : leave("sign-out"));
  const scheme = useOtherScheme();
  const isBare = bareScreen.use();
  const isPhone = usePhone();
  useEffect(listenForShortcuts, []);
  useEffect(loadPaletteSoon, []);
  useFocusReturn();
  useIdle(settings?.idle_timeout_minutes ?? USUAL_IDLE_MINUTES, () => leave("idle"));
  const openPalette = () => {
    collectTyped();
    // Where its code cannot be had there will be no field that takes the keys.
    loadPalette().catch(takeTyped);
    setLayer("palette");
  };
  const closePalette = () => {
    takeTyped();
    setLayer(null);
  };
  useShortcut({ keys: "Ctrl+K", label: "Search anything", scope: "Everywhere" }, openPalette);
  useShortcut({ keys: "/", label: "Search anything", scope: "Everywhere" }, openPalette);
  useShortcut({ keys: "?", label: "Keyboard shortcuts", scope: "Everywhere" }, () => setLayer("shortcuts"));
  const actions = [
    { id: "action scheme", label: `Use the ${scheme.other} colours`, run: scheme.change },
    { id: "action sign-out", label: "Sign out", run: signOutOrAsk },
  ];
  const sessionDialog = isAsking && <SessionDialog onLeave={() => leave("sign-out")} />;
  if (mustEnrol) {
    return (
      <Suspense>
        <Enrolment onSignOut={() => leave("sign-out")} />
        {sessionDialog}
      </Suspense>
    );
  }
  return (
    <div className={styles.shell} data-bare={isBare}>
      {!isBare && (
        <>
          <a href="#page" className={styles.skip}>
            Skip to the page
          </a>
          <Header onSearch={openPalette} onShortcuts={() => setLayer("shortcuts")} onSignOut={signOutOrAsk} />
          {isPhone ? (
            <Suspense>
              <BottomBar scheme={scheme} onSignOut={signOutOrAsk} />
            </Suspense>
          ) : (
            <Sidebar />
          )}
        </>
      )}
      <GoTo />
      <div className={styles.main}>
        {settings !== undefined && settings.announcement !== "" && (
          <div role="note" className={styles.banner}>
            {settings.announcement}
          </div>
        )}
        <News />
        <main id="page" tabIndex={-1} className={styles.page}>
          <Page />
        </main>
      </div>
      <SilenceNotice />
      <ToastList />
      <Tips />
      <Suspense>
        {layer === "palette" && <Palette actions={actions} onClose={closePalette} />}
        {layer === "shortcuts" && <ShortcutSheet onClose={() => setLayer(null)} />}
        {sessionDialog}
      </Suspense>
      <LeaveQuestion
        signOut={isSigningOut ? { go: () => leave("sign-out"), stay: () => setIsSigningOut(false) } : null}
      />
    </div>
  );
}

/** Loaded for those alone who are to be told. */
function News() {
  const { whats_new_pending: isPending } = useMe();
  return isPending ? (
    <Suspense>
      <WhatsNew />
    </Suspense>
  ) : null;
}

/** The page itself, or why it is not shown. */
function Page() {
  const me = useMe();
  const { pathname, staticData: { title, right } = {} } = useMatches().at(-1) ?? {};
  // The box that scrolls stays from page to page, and would show the middle of the next one.
  useLayoutEffect(() => {
    document.querySelector("#page")?.scrollTo({ top: 0 });
  }, [pathname]);
  const serviceName = useServiceName();
  // Before the effects of the page itself, which may know a better one.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = `${title} · ${serviceName}`;
  }, [title, serviceName]);
  return right !== undefined && !may(me, right) ? <NoPermission right={right} /> : <Outlet />;
}

/** `g d` and the like, for the pages that this person may see. */
function GoTo() {
  return useDestinations().map((destination) => <GoToPage key={destination.to} destination={destination} />);
}

function GoToPage({ destination }: { destination: Destination }) {
  const navigate = useNavigate();
  const { key, label, to } = destination;
  useShortcut({ keys: `g ${key}`, label, scope: "Go to" }, () => void navigate({ to }));
  return null;
}

/** Ends the session and shows the sign-in page, from which the person comes back to the same view. */
function useLeave(): (after: "idle" | "sign-out") => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (after) => {
    const { href } = router.state.location;
    signOut().catch(() => toasts.tellError("The service was not reached: the session ends by itself later"));
    sessionGate.close();
    void navigate({
      to: "/sign-in",
      search: { after, ...(after === "idle" && { to: href }) },
      ignoreBlocker: true,
    });
  };
}

export const Route = createLazyRoute("/shell")({ component: Layout });
