import type { ReactNode } from "react";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import type { StaffQuery } from "./useStaffQuery.ts";

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
      return (
        <Banner
          role="alert"
          tone="danger"
          title={`We could not load ${what}`}
          action={<Button onClick={query.reload}>Try again</Button>}
        >
          {query.isOffline
            ? "The academy could not be reached. Check your connection."
            : (query.message ?? "The academy answered with an error. Nothing has changed.")}
        </Banner>
      );
    case "ready":
      return (
        <div aria-busy={query.isRenewing} className="flex flex-col gap-6">
          {children(query.data)}
        </div>
      );
  }
}
