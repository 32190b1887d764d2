import { ArrowLeft, Menu, X } from "lucide-react";
import { useRef, useState } from "react";
import { Link, NavLink, useNavigate } from "react-router-dom";
import { paths, staffPaths } from "../../../domain/paths.ts";
import { useAuth } from "../../../platform/session/auth.tsx";
import { STILL_SIGNED_IN } from "../../../platform/session/authMessages.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { usePressOutside } from "../../../ui/overlay/useModal.ts";
import type { Me } from "./access.ts";
import type { Area } from "./areas.ts";

/** How many things wait in each area. */
export type Counts = ReadonlyMap<string, number>;

const PLACE =
  "flex min-h-11 items-center rounded-card px-3 font-semibold hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:text-accent";

type NavigationProps = { areas: readonly Area[]; counts: Counts; onChoose?: () => void };

export function Navigation({ areas, counts, onChoose }: NavigationProps) {
  const hasStart = areas.some(({ path }) => path === "");
  const places = areas.map(({ path, label }) => ({
    to: staffPaths.area(path),
    label,
    count: counts.get(path),
  }));
  return (
    <nav aria-label="Console">
      <ul className="flex flex-col gap-1">
        {[...(hasStart ? [] : [{ to: staffPaths.start(), label: "Start", count: 0 }]), ...places].map(
          ({ to, label, count }) => (
            <li key={to}>
              <NavLink to={to} end={to === staffPaths.start()} onClick={onChoose} className={PLACE}>
                <span>{label}</span>
                <Waiting count={count} />
              </NavLink>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

/** "Capstones 3" on screen, and "Capstones, 3 waiting" for screen readers. */
export function Waiting({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <>
      <span className="sr-only">{`, ${count} waiting`}</span>
      <Badge tone="highlight" className="ml-auto tabular-nums">
        <span aria-hidden="true">{count}</span>
      </Badge>
    </>
  );
}

const ROLES: Record<Me["role"], string> = { staff: "Staff", reviewer: "Reviewer" };

export function Account({ me }: { me: Me }) {
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
      {me.learns && (
        <Link to={paths.dashboard()} className={PLACE}>
          My Learning
        </Link>
      )}
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

export type MenuProps = { me: Me; areas: readonly Area[]; counts: Counts };

export function NarrowMenu({ me, areas, counts }: MenuProps) {
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
        <span>Menu</span>
        <Waiting count={[...counts.values()].reduce((sum, count) => sum + count, 0)} />
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
          <Navigation areas={areas} counts={counts} onChoose={close} />
          <Account me={me} />
        </div>
      </dialog>
    </>
  );
}
