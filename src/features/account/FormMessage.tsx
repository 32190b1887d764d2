import { Banner } from "../../ui/Banner.tsx";

/** What became of the last try: read out when it changes. */
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
