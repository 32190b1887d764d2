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

/** One thing that staff can do, with what it does or why it is not possible. */
export function Action({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

/** Names and values. A row whose value is null, false or empty is left out. */
type Rows = readonly (readonly [name: string, value: ReactNode])[];

/** Names and values under a heading. */
export function Facts({ title, facts }: { title: string; facts: Rows }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-2xl">{title}</h2>
      <FactRows facts={facts} />
    </section>
  );
}

export function FactRows({ facts }: { facts: Rows }) {
  return (
    <dl className="flex flex-col">
      {facts
        .filter(([, value]) => value !== null && value !== false && value !== "")
        .map(([name, value]) => (
          <div key={name} className="grid gap-x-6 border-t border-line py-2.5 sm:grid-cols-[9rem_1fr]">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
