import type { ReactNode } from "react";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { focusMain } from "../../../ui/page/focusMain.ts";
import { Spinner } from "../../../ui/Spinner.tsx";
import type { LoadFailure, StaffQuery } from "./useStaffQuery.ts";

type Props<T> = {
  query: StaffQuery<T>;
  /** What is loaded, with its article: "the order". */
  what: string;
  children: (data: T) => ReactNode;
};

/** A query's answer, or that it is loading, or that it failed. An empty answer is for `children` to explain. */
export function Loaded<T>({ query, what, children }: Props<T>) {
  switch (query.status) {
    case "loading":
      return <Spinner label={`Loading ${what}…`} />;
    case "failed":
      return <Failed title={`We could not load ${what}`} failure={query.failure} onRetry={query.reload} />;
    case "ready":
      return (
        <div aria-busy={query.isRenewing} className="flex flex-col gap-6">
          {/* A lost connection is on every page already. */}
          {query.failure && !query.failure.isOffline && (
            <Failed
              title={`We could not load ${what} again`}
              failure={query.failure}
              onRetry={() => {
                // The banner disappears with the button.
                focusMain();
                query.reload();
              }}
            />
          )}
          {children(query.data)}
        </div>
      );
  }
}

type FailedProps = { title: string; failure: LoadFailure; onRetry: () => void };

function Failed({ title, failure: { isOffline, message }, onRetry }: FailedProps) {
  return (
    <Banner role="alert" tone="danger" title={title} action={<Button onClick={onRetry}>Try again</Button>}>
      {isOffline
        ? "The academy could not be reached. Check your connection."
        : (message ?? "The academy answered with an error. Nothing has changed.")}
    </Banner>
  );
}
