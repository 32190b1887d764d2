import { type ComponentType, createElement } from "react";
import { Link, useLocation } from "react-router-dom";
import { isUuid } from "../../../domain/ids.ts";
import { staffPaths } from "../../../domain/paths.ts";
import { SITE } from "../../../domain/site.ts";
import { useSeemsOffline } from "../../../platform/device/offlineHint.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { lazyPart } from "../../../ui/page/lazyPart.tsx";
import { Mark } from "../../../ui/pattern/Mark.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { type Me, useActs } from "./access.ts";
import type { Area, Place } from "./areas.ts";
import { Screen } from "./Screen.tsx";
import { Account, type Counts, type MenuProps, NarrowMenu, Navigation, Waiting } from "./StaffMenu.tsx";
import { useStaffQuery } from "./useStaffQuery.ts";
import { WaitingProvider, waitingIn, workSchema } from "./waiting.ts";

type Props = { me: Me; areas: readonly Area[]; place: Place };

const NO_ARGUMENTS = {};
const NO_COUNTS: Counts = new Map();

/** The console's own layout: the areas that this role sees beside the screen, in a drawer on narrow windows. */
export function StaffFrame({ me, areas, place }: Props) {
  const visible = areas.filter(({ roles }) => roles.includes(me.role));
  // Counted again after each action and with each screen.
  const occasion = `${useActs()} ${useLocation().pathname}`;
  const waiting = useStaffQuery("staff_waiting", NO_ARGUMENTS, workSchema, occasion);
  const counts = waiting.status === "ready" ? waitingIn(waiting.data) : NO_COUNTS;
  return (
    <div className="flex flex-1 flex-col lg:flex-row">
      <header className="border-line bg-surface max-lg:border-b lg:w-64 lg:shrink-0 lg:border-r print:hidden">
        <div className="page flex items-center justify-between gap-3 py-3 lg:hidden">
          <Brand />
          <NarrowMenu me={me} areas={visible} counts={counts} />
        </div>
        <div className="sticky top-0 flex h-dvh flex-col gap-6 overflow-y-auto p-4 max-lg:hidden">
          <Brand />
          <Navigation areas={visible} counts={counts} />
          <Account me={me} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 flex-1">
        <div className="page flex flex-col gap-6 py-8">
          <Connection />
          <WaitingProvider value={waiting}>
            <AreaScreen me={me} areas={visible} place={place} counts={counts} />
          </WaitingProvider>
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
        <span translate="no" className="block text-base text-muted max-sm:sr-only">
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

/** A well-formed id that nothing has. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

type ScreenProps = Props & { counts: Counts };

/** The screen at this address, or the start page, which is also the start of roles without an area of that address. */
function AreaScreen({ me, areas, place: { area, id }, counts }: ScreenProps) {
  if (!area || (area.path === "" && !areas.includes(area)))
    return <StartPage me={me} areas={areas} counts={counts} />;
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

function StartPage({ me, areas, counts }: MenuProps) {
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
              <span className="flex items-center gap-3 font-display text-xl font-semibold">
                <span>{label}</span>
                <Waiting count={counts.get(path)} />
              </span>
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
