import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { TextLink } from "../../../ui/TextLink.tsx";

type Props = {
  title: ReactNode;
  /** The list that a screen of one thing came from. */
  back?: { to: string; label: string };
  /** Buttons for the whole screen, beside its title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A screen of the console. Sections inside it begin with `<h2>`. */
export function Screen({ title, back, actions, children }: Props) {
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {back && (
            <TextLink to={back.to} className="inline-flex min-h-11 items-center gap-1.5">
              <ArrowLeft aria-hidden="true" className="size-4" />
              {back.label}
            </TextLink>
          )}
          <h1 className="wrap-anywhere text-3xl">{title}</h1>
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
      {children}
    </>
  );
}
