import { Link } from "react-router-dom";
import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";

/** Links and focus in the text colour, because the usual indigo is unreadable on terracotta. */
const LINK =
  "inline-flex min-h-11 items-center underline underline-offset-4 hover:decoration-2 focus-visible:outline-on-action";

/** The last section. It extends under the footer, so that no strip of background shows between them. */
export function Closing() {
  return (
    <section aria-labelledby="closing" className="-mb-24 bg-action text-on-action">
      <div className="page grid items-end gap-x-16 gap-y-10 py-section lg:grid-cols-[9fr_3fr]">
        <div className="flex flex-col items-start gap-8">
          <h2 id="closing" className="text-hero tracking-tight">
            Start with half an hour. The first lesson is free.
          </h2>
          <div className="flex flex-wrap items-center gap-x-7 gap-y-3">
            <LinkButton
              to={paths.academy()}
              variant="secondary"
              size="large"
              className="focus-visible:outline-on-action"
            >
              Choose your plan
            </LinkButton>
            <Link to={paths.course(PREVIEW_LESSON_ID)} className={`${LINK} font-semibold`}>
              Read lesson 1 free
            </Link>
          </div>
        </div>
        <div className="border-t border-current pt-3">
          <p>Before you buy</p>
          <ul className="mt-1">
            <li>
              <Link to={paths.terms()} className={LINK}>
                Terms of Service
              </Link>
            </li>
            <li>
              <Link to={paths.privacy()} className={LINK}>
                Privacy Policy
              </Link>
            </li>
          </ul>
        </div>
      </div>
    </section>
  );
}
