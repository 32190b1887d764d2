import { type ComponentType, createElement } from "react";
import { Link } from "react-router-dom";
import { isUuid } from "../../../domain/ids.ts";
import { staffPaths } from "../../../domain/staffPaths.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { lazyPart } from "../../../ui/page/lazyPart.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import type { Me } from "./access.ts";
import type { Area, Place } from "./areas.ts";
import { Screen } from "./Screen.tsx";

/** A well-formed id that nothing has. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

type Props = { me: Me; areas: readonly Area[]; place: Place };

/** The screen at this address, or the start page, which is also the start of roles without an area of that address. */
export function AreaScreen({ me, areas, place: { area, id } }: Props) {
  if (!area || (area.path === "" && !areas.includes(area))) return <StartPage me={me} areas={areas} />;
  if (!areas.includes(area)) return <NotForRole area={area} />;
  const key = `${area.path}/${id ?? ""}`;
  // An id that cannot exist, such as half of a copied one, must not fail as a parameter: the screen says that there is no
  // such thing.
  const known = id === null || isUuid(id.toLowerCase()) ? id : NO_ID;
  // Another thing of the same area starts with the state of a new screen.
  if (known !== null && area.loadOne) return createElement(partOf(area.loadOne), { key, id: known });
  return createElement(partOf(area.load), { key });
}

const parts = new Map<unknown, unknown>();

/** One lazy component for each row's function, so that React keeps the state of the screen. */
function partOf<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const part = parts.get(load) ?? lazyPart(load, { fallback: <Spinner label="Opening…" /> });
  parts.set(load, part);
  // Stored under the function that it loads, so it has that function's properties.
  return part as ComponentType<Props>;
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
