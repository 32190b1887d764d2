import { type ReactNode, useId } from "react";
import { Banner } from "../../ui/Banner.tsx";

/** `id`: the fragment that leads to the section. */
type Props = { id?: string; title: string; intro?: ReactNode; children: ReactNode };

/** One topic of the account page: title and introduction on the left, controls on the right. */
export function AccountSection({ id, title, intro, children }: Props) {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="grid gap-x-12 gap-y-5 border-t border-line pt-8 lg:grid-cols-[minmax(0,16rem)_minmax(0,44rem)]"
    >
      <div className="flex flex-col gap-2">
        <h2 id={headingId} className="text-2xl">
          {title}
        </h2>
        {intro && <p className="text-base text-muted">{intro}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-8">{children}</div>
    </section>
  );
}

/** The result of the last submission, announced by screen readers when it changes. */
export function FormMessage({ done, failure }: { done?: string | null; failure?: string | undefined }) {
  return (
    <>
      <div role="alert" className="empty:hidden">
        {failure && <Banner tone="danger" title={failure} />}
      </div>
      <div role="status" className="empty:hidden">
        {done && <Banner tone="done" title={done} />}
      </div>
    </>
  );
}
