import { ArrowLeft, Menu, X } from "lucide-react";
import { type ComponentType, createElement, useRef, useState } from "react";
import { Link, NavLink, useNavigate } from "react-router-dom";
import { isUuid } from "../../../domain/ids.ts";
import { paths, staffPaths } from "../../../domain/paths.ts";
import { SITE } from "../../../domain/site.ts";
import { useSeemsOffline } from "../../../platform/device/offlineHint.ts";
import { useAuth } from "../../../platform/session/auth.tsx";
import { STILL_SIGNED_IN } from "../../../platform/session/authMessages.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { usePressOutside } from "../../../ui/overlay/useModal.ts";
import { lazyPart } from "../../../ui/page/lazyPart.tsx";
import { Mark } from "../../../ui/pattern/Mark.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import type { Me } from "./access.ts";
import type { Area, Place } from "./areas.ts";
import { Screen } from "./Screen.tsx";

type Props = { me: Me; areas: readonly Area[]; place: Place };

/** The console's own layout: the areas that this role sees beside the screen, in a drawer on narrow windows. */
export function StaffFrame({ me, areas, place }: Props) {
  const visible = areas.filter(({ roles }) => roles.includes(me.role));
  return (
    <div className="flex flex-1 flex-col lg:flex-row">
      <header className="border-line bg-surface max-lg:border-b lg:w-64 lg:shrink-0 lg:border-r print:hidden">
        <div className="page flex items-center justify-between gap-3 py-3 lg:hidden">
          <Brand />
          <NarrowMenu me={me} areas={visible} />
        </div>
        <div className="sticky top-0 flex h-dvh flex-col gap-6 overflow-y-auto p-4 max-lg:hidden">
          <Brand />
          <Navigation areas={visible} />
          <Account me={me} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 flex-1">
        <div className="page flex flex-col gap-6 py-8">
          <Connection />
          <AreaScreen me={me} areas={visible} place={place} />
        </div>
      </main>
    </div>
  );
}

function Brand() {
  return (
    <Link to={staffPaths.start()} className="flex min-h-11 items-center gap-2.5 leading-tight font-semibold">
      <Mark className="size-9 shrink-0" />
      <span>
        <span translate="no" className="block text-base text-muted">
          {SITE.name}
        </span>
        <span className="font-display text-xl">Staff console</span>
      </span>
    </Link>
  );
}

/** Screens keep what was typed while the connection is lost. */
function Connection() {
  const isOffline = useSeemsOffline();
  return (
    <div role="status" className="empty:hidden">
      {isOffline && (
        <Banner tone="highlight" title="The console needs a connection">
          You seem to be offline. Without a connection, nothing can be loaded or sent.
        </Banner>
      )}
    </div>
  );
}

const PLACE =
  "flex min-h-11 items-center rounded-card px-3 font-semibold hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:text-accent";

type NavigationProps = { areas: readonly Area[]; onChoose?: () => void };

function Navigation({ areas, onChoose }: NavigationProps) {
  const hasStart = areas.some(({ path }) => path === "");
  const places = areas.map(({ path, label }) => ({ to: staffPaths.area(path), label }));
  return (
    <nav aria-label="Console">
      <ul className="flex flex-col gap-1">
        {[...(hasStart ? [] : [{ to: staffPaths.start(), label: "Start" }]), ...places].map(
          ({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end={to === staffPaths.start()} onClick={onChoose} className={PLACE}>
                {label}
              </NavLink>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

const ROLES: Record<Me["role"], string> = { staff: "Staff", reviewer: "Reviewer" };

function Account({ me }: { me: Me }) {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const leave = async () => {
    setIsBusy(true);
    if (await signOut()) return navigate(paths.auth(), { replace: true });
    setIsBusy(false);
    toast(STILL_SIGNED_IN);
  };
  return (
    <div className="mt-auto flex flex-col items-start gap-2 border-t border-line pt-4">
      <p className="max-w-full px-3 leading-tight">
        <span translate="no" className="block wrap-anywhere font-semibold">
          {me.email}
        </span>
        <span className="text-muted">{ROLES[me.role]}</span>
      </p>
      <Link to={paths.academy()} className={`${PLACE} gap-1.5`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to the site
      </Link>
      <Button variant="secondary" busy={isBusy} onClick={leave} className="mx-3">
        Sign out
      </Button>
    </div>
  );
}

function NarrowMenu({ me, areas }: { me: Me; areas: readonly Area[] }) {
  const menu = useRef<HTMLDialogElement>(null);
  usePressOutside(menu);
  const close = () => menu.current?.close();
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => menu.current?.showModal()}
        className="inline-flex min-h-11 items-center gap-2 rounded-card border border-edge px-3 font-semibold hover:bg-sunken"
      >
        <Menu aria-hidden="true" className="size-5" />
        Menu
      </button>
      <dialog ref={menu} aria-label="Menu" className="drawer">
        <div className="flex min-h-full flex-col gap-4 p-4">
          <button
            type="button"
            aria-label="Close menu"
            onClick={close}
            className="grid size-11 place-items-center self-end rounded-card hover:bg-sunken"
          >
            <X aria-hidden="true" className="size-6" />
          </button>
          <Navigation areas={areas} onChoose={close} />
          <Account me={me} />
        </div>
      </dialog>
    </>
  );
}

/** A well-formed id that nothing has. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

type ScreenProps = { me: Me; areas: readonly Area[]; place: Place };

/** The screen at this address, or the start page, which is also the start of roles without an area of that address. */
function AreaScreen({ me, areas, place: { area, id } }: ScreenProps) {
  if (!area || (area.path === "" && !areas.includes(area))) return <StartPage me={me} areas={areas} />;
  if (!areas.includes(area)) return <NotForRole area={area} />;
  const key = `${area.path}/${id ?? ""}`;
  if (id === "new" && area.loadNew) return createElement(partOf(area.loadNew), { key });
  // An id that cannot exist, such as half of a copied one, must not fail as a parameter: the screen says that there is no
  // such thing.
  const known = id === null || isUuid(id.toLowerCase()) ? id : NO_ID;
  // Another thing of the same area starts with the state of a new screen.
  if (known !== null && area.loadOne) return createElement(partOf(area.loadOne), { key, id: known });
  return createElement(partOf(area.load), { key });
}

const parts = new Map<unknown, unknown>();

/** One lazy component for each row's function, so that React keeps the state of the screen. */
function partOf<ScreenProps extends object>(load: () => Promise<{ default: ComponentType<ScreenProps> }>) {
  const part = parts.get(load) ?? lazyPart(load, { fallback: <Spinner label="Opening…" /> });
  parts.set(load, part);
  // Stored under the function that it loads, so it has that function's properties.
  return part as ComponentType<ScreenProps>;
}

function StartPage({ me, areas }: { me: Me; areas: readonly Area[] }) {
  return (
    <Screen title="Staff console">
      {areas.length === 0 && (
        <EmptyState title="No area is open to your role" seed="console">
          You are signed in as {me.email}. A member of staff can change your role.
        </EmptyState>
      )}
      <ul className="flex flex-col">
        {areas.map(({ path, label, about }) => (
          <li key={path} className="border-t border-line">
            <Link
              to={staffPaths.area(path)}
              className="grid gap-x-6 px-3 py-4 hover:bg-sunken sm:grid-cols-[12rem_1fr]"
            >
              <span className="font-display text-xl font-semibold">{label}</span>
              <span className="text-muted">{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Screen>
  );
}

function NotForRole({ area }: { area: Area }) {
  return (
    <Screen title={area.label} back={{ to: staffPaths.start(), label: "Start" }}>
      <p>Your role does not open this part of the console.</p>
    </Screen>
  );
}
