import { Banner } from "../../ui/Banner.tsx";

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
