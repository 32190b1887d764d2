import { paths } from "../domain/paths.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { TextLink } from "../ui/TextLink.tsx";
import { LooseEnds } from "./LooseEnds.tsx";

export function Component() {
  return (
    <div className="flex flex-col gap-10 pt-12 pb-8 sm:gap-14 sm:pt-16">
      <LooseEnds className="h-auto w-full max-w-3xl" />
      <div className="page flex flex-col gap-6">
        <h1>Oops! Page not found</h1>
        <p className="max-w-prose text-lg text-muted">
          There is nothing at this address. It may have been mistyped, or the page may have moved.
        </p>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <LinkButton to={paths.landing()} size="large">
            Return to Home
          </LinkButton>
          <p className="flex flex-wrap gap-x-6 gap-y-2">
            <TextLink to={paths.catalogue()} className="inline-flex min-h-11 items-center">
              See all courses
            </TextLink>
            <TextLink to={paths.contact()} className="inline-flex min-h-11 items-center">
              Tell us what you were looking for
            </TextLink>
          </p>
        </div>
      </div>
    </div>
  );
}
