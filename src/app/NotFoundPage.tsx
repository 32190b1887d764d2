import { paths } from "../domain/paths.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { ThreadPattern } from "../ui/ThreadPattern.tsx";
import { useErrorTitle } from "./useErrorTitle.ts";

export function NotFoundPage() {
  useErrorTitle("Page not found");
  return (
    <div className="page flex flex-col items-center gap-6 py-16 text-center">
      <ThreadPattern seed="loose ends" className="h-32 w-full max-w-md rounded-card" />
      <h1>Oops! Page not found</h1>
      <p className="max-w-prose text-lg text-muted">
        There is nothing at this address. It may have been mistyped, or the page may have moved.
      </p>
      <LinkButton to={paths.academy()} size="large">
        Go to the academy's home
      </LinkButton>
    </div>
  );
}
